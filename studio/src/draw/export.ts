// A picture as a file of its own: what style sheets say of it is written into it.

const properties = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-opacity', 'font-family', 'font-size', 'font-weight', 'opacity'];

export function svgOf(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = svg.querySelectorAll('*');
  const copies = copy.querySelectorAll('*');
  originals.forEach((element, i) => {
    const style = getComputedStyle(element);
    for (const property of properties) copies[i]!.setAttribute(property, style.getPropertyValue(property));
    for (const name of ['class', 'tabindex', 'role']) copies[i]!.removeAttribute(name);
  });
  copy.querySelectorAll('.reach').forEach((element) => element.remove());
  copy.removeAttribute('class');
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  const page = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  page.setAttribute('width', '100%');
  page.setAttribute('height', '100%');
  page.setAttribute('fill', getComputedStyle(document.body).backgroundColor);
  copy.prepend(page);
  return new XMLSerializer().serializeToString(copy);
}

export async function pngOf(svg: SVGSVGElement, scale = 2): Promise<Blob> {
  const { width, height } = svg.getBoundingClientRect();
  const image = new Image();
  const address = URL.createObjectURL(new Blob([svgOf(svg)], { type: 'image/svg+xml' }));
  try {
    await new Promise((done, failed) => {
      image.onload = done;
      image.onerror = failed;
      image.src = address;
    });
    const canvas = document.createElement('canvas');
    canvas.width = width * scale;
    canvas.height = height * scale;
    const context = canvas.getContext('2d')!;
    context.scale(scale, scale);
    context.drawImage(image, 0, 0, width, height);
    return await new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('no picture'))), 'image/png'));
  } finally {
    URL.revokeObjectURL(address);
  }
}
