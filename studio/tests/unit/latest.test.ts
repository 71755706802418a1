import { expect, test } from 'vitest';
import { Latest } from '../../src/engine/latest';

const later = <T>(value: T, milliseconds: number) => new Promise<T>((done) => setTimeout(() => done(value), milliseconds));

test('a late answer never overwrites a newer one', async () => {
  const latest = new Latest();
  const heard: string[] = [];
  const on = { answer: (answer: string) => heard.push(answer), failure: (error: unknown) => heard.push(`failed ${String(error)}`) };
  const slow = latest.run(() => later('slow', 40), on);
  const quick = latest.run(() => later('quick', 5), on);
  await Promise.all([slow, quick]);
  expect(heard).toEqual(['quick']);
});

test('the one before is told to stop', async () => {
  const latest = new Latest();
  let aborted = false;
  const first = latest.run(
    (signal) =>
      new Promise<string>((_, failed) => {
        signal.addEventListener('abort', () => {
          aborted = true;
          failed(new Error('aborted'));
        });
      }),
    { answer: () => undefined, failure: () => expect.unreachable('nobody wants to hear of it') },
  );
  latest.cancel();
  await first;
  expect(aborted).toBe(true);
  expect(latest.busy).toBe(false);
});
