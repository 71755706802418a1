import { expect, test } from 'vitest';
import { Latest } from '../../src/engine/latest';

test('a late answer never overwrites a newer one', async () => {
  const latest = new Latest();
  const heard: string[] = [];
  const on = { answer: (answer: string) => heard.push(answer), failure: (error: unknown) => heard.push(`failed ${String(error)}`) };
  let answerLate: (answer: string) => void;
  const slow = latest.run(() => new Promise<string>((done) => (answerLate = done)), on);
  const quick = latest.run(() => Promise.resolve('quick'), on);
  await quick;
  answerLate!('slow');
  await slow;
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
