import { expect, test } from 'vitest';
import { History } from '../../src/problem/history';

test('what was done can be undone and done again', () => {
  const history = new History('a');
  history.set('b');
  history.set('c');
  expect([history.undo(), history.undo(), history.undo()]).toEqual(['b', 'a', 'a']);
  expect(history.canUndo).toBe(false);
  expect([history.redo(), history.redo(), history.redo()]).toEqual(['b', 'c', 'c']);
  history.undo();
  history.set('d');
  expect(history.canRedo).toBe(false);
  expect(history.undo()).toBe('b');
});

test('a gesture is one step, until it is over', () => {
  const history = new History(0);
  for (const value of [1, 2, 3]) history.set(value, 'drag');
  history.settle();
  for (const value of [4, 5]) history.set(value, 'drag');
  history.set(6, 'another');
  expect([history.undo(), history.undo(), history.undo()]).toEqual([5, 3, 0]);
});

test('memory ends somewhere', () => {
  const history = new History(0, 10);
  for (let i = 1; i <= 100; ++i) history.set(i);
  let steps = 0;
  while (history.canUndo) {
    history.undo();
    ++steps;
  }
  expect(steps).toBe(10);
});
