import { expect, test } from 'vitest';
import { commandLine, cppCode, filesOf, pythonCode } from '../../src/problem/code';
import { gallery, problemOf } from '../../src/problem/gallery';
import { itemsCsv, itemTable } from '../../src/problem/items';
import { verdict } from '../../src/problem/words';
import { events } from '../../src/engine/api';
import { costPath } from '../../src/state/studio';

const multinomial = problemOf(gallery[0]!.text);

test('a certificate in plain words', () => {
  expect(verdict({ status: 'optimal', n: 10 })).toEqual({ headline: 'Show 10 items', proof: 'No teaching set does better; proven.', proven: true });
  expect(verdict({ status: 'optimal', n: 5 }, { size: 5 }).proof).toBe('No set of 5 items does better; proven.');
  expect(verdict({ status: 'optimal', n: 0 }).headline).toBe('Teach nothing');
  expect(verdict({ status: 'feasible', n: 1, gap: 0.05 }).proof).toContain('at most 0.05 better');
  expect(verdict({ status: 'unbounded', n: 3, direction: 'more items' }).headline).toBe('There is no best lesson');
  expect(verdict({ status: 'unteachable', n: 0, reason: 'p is 0' }).proof).toBe('p is 0.');
});

test('equal items are one row', () => {
  expect(itemTable({ status: 'optimal', n: 3, items: [2, 3, 3] }).rows.map((row) => [row.copies, row.exact])).toEqual([[1, [2]], [2, [3]]]);
  expect(itemTable({ status: 'optimal', n: 1, items: [{ x: [1, 2], y: -1 }] }).titles).toEqual(['x1', 'x2', 'y']);
  expect(itemsCsv({ status: 'optimal', n: 2, items: [[1, 2], [1, 2]], rows: ['u', 'u'] }, { columns: ['a', 'b'] })).toBe('row,a,b\nu,1,2\nu,1,2\n');
  expect(itemsCsv({ status: 'optimal', n: 1, items: [[1, 2, 2]] }, { sequences: true })).toBe('sequence\n1 2 2\n');
});

test('the same lesson as code', () => {
  expect(commandLine(multinomial)).toContain('| didact teach -');
  expect(commandLine({ learner: { model: 'x', say: "it's" } })).toContain(`it'\\''s`);
  expect(pythonCode({ learner: { model: 'concepts', anticipates: true } })).toContain('"anticipates": True');
  const parameter = (name: string) => ({ name, shape: 'K', domain: '', meaning: '', example: [] });
  const model = { model: 'categorical', summary: '', item: '', known: [], prior: [parameter('beta')], target: [parameter('pi')], losses: [], efforts: [], costs: [], items: [], drawing: 'categories', example: {} };
  expect(cppCode(multinomial, model)).toContain('const Categorical learner{.beta = {6, 3, 1}};');
  expect(cppCode({ ...multinomial, size: 3 }, model)).toBeUndefined();
  expect(cppCode(multinomial, { ...model, known: [parameter('shape')] })).toBeUndefined();
});

test('every example of the gallery has its data and two sentences', () => {
  for (const example of gallery) {
    const problem = problemOf(example.text);
    for (const file of filesOf(problem)) expect(Object.keys(example.files ?? {})).toContain(file);
    expect(example.notice.match(/[.:?]( |$)/g)!.length).toBeGreaterThanOrEqual(2);
  }
});

test('events are put together from whatever pieces come', async () => {
  const text = 'event: progress\ndata: {"done":1}\n\nevent: answer\ndata: {"n":2}\n\n';
  async function* pieces() {
    for (const letter of text) yield letter;
  }
  const found = [];
  for await (const event of events(pieces())) found.push(event);
  expect(found).toEqual([{ name: 'progress', data: '{"done":1}' }, { name: 'answer', data: '{"n":2}' }]);
});

test('the frontier is over the cost that there is', () => {
  expect(costPath(multinomial)).toBe('effort.per_item');
  expect(costPath({ effort: { closeness: 0.1 } })).toBe('effort.closeness');
  expect(costPath({})).toBeUndefined();
});
