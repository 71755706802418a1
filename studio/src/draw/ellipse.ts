// Ellipses of Gaussians in the plane: what is one standard deviation away.

export type Point = [number, number];
export type Symmetric = [[number, number], [number, number]];

export interface Axes {
  lengths: [number, number]; // the longer first
  angle: number; // of the longer, from the x axis
}

export function axes([[a, b], [, d]]: Symmetric): Axes {
  const middle = (a + d) / 2;
  const half = Math.hypot((a - d) / 2, b);
  const angle = half === 0 ? 0 : 0.5 * Math.atan2(2 * b, a - d);
  return { lengths: [Math.sqrt(Math.max(0, middle + half)), Math.sqrt(Math.max(0, middle - half))], angle };
}

export function fromAxes({ lengths: [long, short], angle }: Axes): Symmetric {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  const [p, q] = [long * long, short * short];
  const off = (p - q) * c * s;
  return [
    [p * c * c + q * s * s, off],
    [off, p * s * s + q * c * c],
  ];
}

/** Where the ends of both axes are. */
export function ends(center: Point, { lengths, angle }: Axes): [Point, Point] {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  return [
    [center[0] + lengths[0] * c, center[1] + lengths[0] * s],
    [center[0] - lengths[1] * s, center[1] + lengths[1] * c],
  ];
}

/** The outline, as points. */
export function outline(center: Point, covariance: Symmetric, deviations = 1, count = 72): Point[] {
  const { lengths, angle } = axes(covariance);
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  return Array.from({ length: count }, (_, i) => {
    const turn = (2 * Math.PI * i) / count;
    const [u, v] = [deviations * lengths[0] * Math.cos(turn), deviations * lengths[1] * Math.sin(turn)];
    return [center[0] + u * c - v * s, center[1] + u * s + v * c];
  });
}
