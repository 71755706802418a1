// From numbers to places on the page, and round numbers to write beside them.

export interface Scale {
  (value: number): number;
  invert(place: number): number;
  domain: [number, number];
  range: [number, number];
}

export function linear(domain: [number, number], range: [number, number]): Scale {
  const width = domain[1] - domain[0] || 1;
  const factor = (range[1] - range[0]) / width;
  const scale = ((value: number) => range[0] + (value - domain[0]) * factor) as Scale;
  scale.invert = (place) => domain[0] + (place - range[0]) / factor;
  scale.domain = domain;
  scale.range = range;
  return scale;
}

export function logarithmic(domain: [number, number], range: [number, number]): Scale {
  const inner = linear([Math.log(domain[0]), Math.log(domain[1])], range);
  const scale = ((value: number) => inner(Math.log(value))) as Scale;
  scale.invert = (place) => Math.exp(inner.invert(place));
  scale.domain = domain;
  scale.range = range;
  return scale;
}

/** About `count` of 1, 2 or 5 times a power of ten. */
export function ticks([low, high]: [number, number], count = 5): number[] {
  if (!(high > low) || !Number.isFinite(high - low)) return [low];
  const raw = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= raw) ?? 10);
  const found: number[] = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; ++i) found.push(i * step + 0);
  return found;
}

/** Powers of ten, or 1, 2, 5 of them where those are few. */
export function logTicks([low, high]: [number, number]): number[] {
  const found: number[] = [];
  const decades = Math.log10(high / low);
  const factors = decades > 3 ? [1] : decades > 1 ? [1, 2, 5] : [1, 1.5, 2, 3, 5, 7];
  for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high) + 1; ++power) {
    for (const factor of factors) {
      const tick = factor * 10 ** power;
      if (tick >= low * 0.9999 && tick <= high * 1.0001) found.push(tick);
    }
  }
  return found;
}

/** Short, and the same for -0. */
export function shown(value: number | null | undefined, digits = 4): string {
  if (value === null || value === undefined) return '∞';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  if (value === 0 || Math.abs(value) < 1e-12) return '0';
  const size = Math.abs(value);
  const text = size >= 1e6 || size < 1e-4 ? value.toExponential(Math.max(0, digits - 2)) : String(Number(value.toPrecision(digits)));
  return text.replace(/^-/, '−').replace(/e\+?(-?)(\d+)/, (_, sign: string, power: string) => `·10${superscript(sign + power)}`);
}

function superscript(text: string): string {
  return [...text].map((letter) => (letter === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(letter)]!)).join('');
}
