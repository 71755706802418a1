import { expect, test } from 'vitest';
import { fragment, pack, unpack } from '../../src/problem/share';

test('a problem survives a link', async () => {
  const problem = JSON.stringify({ learner: { model: 'categorical', names: ['größe', '猫', '🙂'] }, numbers: Array.from({ length: 500 }, (_, i) => i / 7) });
  const packed = await pack(problem);
  expect(packed).toMatch(/^[\w-]+$/);
  expect(packed.length).toBeLessThan(problem.length);
  expect(await unpack(packed)).toBe(problem);
});

test('a damaged link is noticed', async () => {
  const packed = await pack('{"a": 1}');
  await expect(unpack(packed.slice(0, 5) + '!')).rejects.toThrow();
});

test('what stands behind the # is taken apart', () => {
  const parts = fragment('#token=ab=c&problem=xyz&junk');
  expect(parts.get('token')).toBe('ab=c');
  expect(parts.get('problem')).toBe('xyz');
  expect(fragment('').size).toBe(0);
});
