import { describe, expect, test } from 'vitest';
import { at, matrixAt, numbersAt, steps, tidy, withoutComments, withValue } from '../../src/problem/json';

describe('places in a problem', () => {
  test('are written as the format has them', () => {
    expect(steps('learner.prior.beta[2]')).toEqual(['learner', 'prior', 'beta', 2]);
    expect(at({ a: [{ b: 5 }] }, 'a[0].b')).toBe(5);
    expect(at({ a: 1 }, 'a.b[3]')).toBeUndefined();
  });
  test('are changed without touching the rest', () => {
    const problem = { learner: { prior: { beta: [6, 3, 1] } }, target: { pi: [1] } };
    const next = withValue(problem, 'learner.prior.beta[1]', 4) as typeof problem;
    expect(next.learner.prior.beta).toEqual([6, 4, 1]);
    expect(problem.learner.prior.beta).toEqual([6, 3, 1]);
    expect(next.target).toBe(problem.target);
    expect(withValue(problem, 'effort.per_item', 2)).toEqual({ ...problem, effort: { per_item: 2 } });
    expect(withValue(next, 'target', undefined)).toEqual({ learner: next.learner });
    expect(withValue(problem, '', { a: 1 })).toEqual({ a: 1 });
  });
  test('are read as numbers only where they are', () => {
    expect(numbersAt({ a: [1, 'x'] }, 'a')).toBeUndefined();
    expect(matrixAt({ a: [[1, 2], [3, 4]] }, 'a')).toEqual([[1, 2], [3, 4]]);
    expect(matrixAt({ a: [1] }, 'a')).toBeUndefined();
  });
});

test('comments are left out, but not what looks like them in a text', () => {
  expect(JSON.parse(withoutComments('{ // one\n "a": "x // y", /* two\n */ "b": 1 }'))).toEqual({ a: 'x // y', b: 1 });
});

test('numbers from a hand are short', () => {
  expect(tidy(0.30000000000000004, 1e-3)).toBe(0.3);
  expect(tidy(-2.00049, 1e-3)).toBe(-2);
  expect(tidy(0)).toBe(0);
});
