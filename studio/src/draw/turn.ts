// Things in space, seen from a direction that can be changed.

export type Vector = [number, number, number];

export interface View {
  around: number; // of the vertical axis
  above: number; // how far the eye is raised
}

/** Where a point is seen, and how near it is. */
export function seen([x, y, z]: Vector, { around, above }: View): { right: number; up: number; near: number } {
  const [c, s] = [Math.cos(around), Math.sin(around)];
  const right = x * c + y * s;
  const away = -x * s + y * c;
  return { right, up: z * Math.cos(above) + away * Math.sin(above), near: z * Math.sin(above) - away * Math.cos(above) };
}

/** The outline of a body of one standard deviation, as the covariance of what is seen. */
export function shadow(covariance: readonly (readonly number[])[], view: View): [[number, number], [number, number]] {
  const axes = ([1, 2, 3] as const).map((_, i) => {
    const unit: Vector = [0, 0, 0];
    unit[i] = 1;
    return seen(unit, view);
  });
  let [a, b, d] = [0, 0, 0];
  for (let i = 0; i < 3; ++i) {
    for (let j = 0; j < 3; ++j) {
      const value = covariance[i]![j]!;
      a += axes[i]!.right * value * axes[j]!.right;
      b += axes[i]!.right * value * axes[j]!.up;
      d += axes[i]!.up * value * axes[j]!.up;
    }
  }
  return [
    [a, b],
    [b, d],
  ];
}
