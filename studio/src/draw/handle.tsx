// A thing in a picture that can be taken by hand, or moved by the arrow keys.

import type { ComponentChildren } from 'preact';
import { follow, placeIn } from './pointer';

interface HandleProps {
  x: number;
  y: number;
  name: string; // for those who do not see it
  value: number;
  words?: string; // the value, spoken
  low?: number;
  high?: number;
  className?: string;
  /** The hand is here, in the picture's coordinates. */
  onDrag: (x: number, y: number) => void;
  /** An arrow key: to the right and up are positive; a page key, and shift, go ten times as far. */
  onStep: (right: number, up: number) => void;
  onEnd: () => void;
  children?: ComponentChildren;
}

const arrows: Record<string, [number, number]> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  PageUp: [0, 10],
  PageDown: [0, -10],
};

export function Handle(props: HandleProps) {
  const { x, y, name, value, words, low, high, className, onDrag, onStep, onEnd, children } = props;
  const grab = (event: PointerEvent) => {
    const svg = (event.currentTarget as SVGElement).ownerSVGElement;
    if (!svg) return;
    const [atX, atY] = placeIn(svg, event);
    const [offX, offY] = [x - atX, y - atY];
    follow(
      event,
      (next) => {
        const [toX, toY] = placeIn(svg, next);
        onDrag(toX + offX, toY + offY);
      },
      onEnd,
    );
  };
  const press = (event: KeyboardEvent) => {
    const arrow = arrows[event.key];
    if (!arrow) return;
    event.preventDefault();
    const far = event.shiftKey ? 10 : 1;
    onStep(arrow[0] * far, arrow[1] * far);
  };
  return (
    <g
      class={`handle ${className ?? ''}`}
      tabindex={0}
      role="slider"
      aria-label={name}
      aria-valuenow={value}
      aria-valuemin={low ?? -1e9}
      aria-valuemax={high ?? 1e9}
      aria-valuetext={words ?? String(value)}
      onPointerDown={grab}
      onKeyDown={press}
      onKeyUp={onEnd}
    >
      {children ?? (
        <>
          <circle class="reach" cx={x} cy={y} r={18} />
          <circle class="knob" cx={x} cy={y} r={8} />
        </>
      )}
    </g>
  );
}
