import { describe, expect, test } from 'vitest';
import { axes, ends, fromAxes, outline, type Symmetric } from '../../src/draw/ellipse';
import { linear, logarithmic, logTicks, shown, ticks } from '../../src/draw/scale';
import { seen, shadow } from '../../src/draw/turn';
import { withCountShare, withShare } from '../../src/pictures/drag_handles';
import { regular } from '../../src/pictures/histogram';
import { numberIn, sliderRange } from '../../src/panels/fields';

describe('scales', () => {
  test('go there and back', () => {
    for (const scale of [linear([2, 10], [0, 100]), logarithmic([0.01, 100], [0, 300])]) {
      for (const value of [2.5, 5, 9]) expect(scale.invert(scale(value))).toBeCloseTo(value, 9);
    }
  });
  test('have round ticks', () => {
    expect(ticks([0, 1], 5)).toEqual([0, 0.2, 0.4, 0.6000000000000001, 0.8, 1]);
    expect(ticks([3, 3])).toEqual([3]);
    expect(logTicks([0.01, 10])).toContain(0.1);
  });
  test('write numbers for people', () => {
    expect(shown(-0.25)).toBe('−0.25');
    expect(shown(1234567)).toBe('1.23·10⁶');
    expect(shown(null)).toBe('∞');
    expect(shown(-1e-17)).toBe('0');
  });
});

describe('ellipses', () => {
  const covariance: Symmetric = [[2, 0.7], [0.7, 1]];
  test('are what their axes say', () => {
    const [[a, b], [c, d]] = fromAxes(axes(covariance));
    expect(a).toBeCloseTo(2, 12);
    expect(b).toBeCloseTo(0.7, 12);
    expect(c).toBeCloseTo(0.7, 12);
    expect(d).toBeCloseTo(1, 12);
  });
  test('have every point one deviation away', () => {
    const [[a, b], [, d]] = covariance;
    const determinant = a * d - b * b;
    const [longEnd, shortEnd] = ends([0, 0], axes(covariance));
    for (const [x, y] of [...outline([0, 0], covariance), longEnd, shortEnd]) {
      expect((d * x * x - 2 * b * x * y + a * y * y) / determinant).toBeCloseTo(1, 9);
    }
  });
});

test('the shadow of a ball is round from every side', () => {
  const ball = [[4, 0, 0], [0, 4, 0], [0, 0, 4]];
  for (const view of [{ around: 0, above: 0 }, { around: 1.1, above: 0.4 }]) {
    const [[a, b], [, d]] = shadow(ball, view);
    expect(a).toBeCloseTo(4, 9);
    expect(b).toBeCloseTo(0, 9);
    expect(d).toBeCloseTo(4, 9);
    const { right, up, near } = seen([1, 2, 3], view);
    expect(right ** 2 + up ** 2 + near ** 2).toBeCloseTo(14, 9);
  }
});

describe('shares', () => {
  test('are exactly 1 together, wherever one of them is put', () => {
    for (const to of [-1, 0, 0.123456, 0.5, 1, 2]) {
      const next = withShare([0.1, 0.3, 0.6], 1, to);
      expect(next.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 12);
      expect(Math.min(...next)).toBeGreaterThanOrEqual(0);
    }
    expect(withShare([0, 1, 0], 1, 0.5)).toEqual([0.25, 0.5, 0.25]);
  });
  test('of pseudo-counts keep their weight', () => {
    const next = withCountShare([6, 3, 1], 2, 0.5);
    expect(next.reduce((sum, count) => sum + count, 0)).toBeCloseTo(10, 2);
    expect(next[2]).toBeCloseTo(5, 3);
  });
});

test('outer bins are drawn as wide as the others', () => {
  expect(regular([0, 10, 11, 12, 500])).toEqual([9, 10, 11, 12, 13]);
});

test('numbers are read as people write them', () => {
  expect(['1.5', '0,5', '-3', '−2', '1e-3', ' 7 '].map(numberIn)).toEqual([1.5, 0.5, -3, -2, 0.001, 7]);
  expect(['', 'abc', '1/3', 'NaN', 'Infinity', '1,2,3'].map(numberIn)).toEqual([undefined, undefined, undefined, undefined, undefined, undefined]);
});

test('sliders cover what a domain allows', () => {
  expect(sliderRange('in [0, 1]', 0.3)).toEqual({ low: 0, high: 1, logarithmic: false });
  expect(sliderRange('> 0', 3).logarithmic).toBe(true);
  expect(sliderRange('', -7)).toEqual({ low: -14, high: 14, logarithmic: false });
});
