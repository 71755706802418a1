// Where a hand is, in the coordinates of the picture that it touches.

export function placeIn(svg: SVGSVGElement, event: PointerEvent): [number, number] {
  const matrix = svg.getScreenCTM();
  if (!matrix) return [0, 0];
  const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  return [place.x, place.y];
}

/** Follows a pointer from its going down to its going up. */
export function follow(event: PointerEvent, move: (event: PointerEvent) => void, end: () => void): void {
  const target = event.currentTarget as Element;
  event.preventDefault();
  (target as SVGElement | HTMLElement).focus?.();
  target.setPointerCapture(event.pointerId);
  const moved = (next: Event) => move(next as PointerEvent);
  const ended = () => {
    target.removeEventListener('pointermove', moved);
    target.removeEventListener('pointerup', ended);
    target.removeEventListener('pointercancel', ended);
    end();
  };
  target.addEventListener('pointermove', moved);
  target.addEventListener('pointerup', ended);
  target.addEventListener('pointercancel', ended);
}
