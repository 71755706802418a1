// Answers that come late, or never, or in another order than they were asked for.

import { webcrypto } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Engine, Refused } from '../../src/engine/api';
import type { Problem, Progress } from '../../src/engine/types';
import { withValue, type Json } from '../../src/problem/json';
import { Studio } from '../../src/state/studio';

interface Question {
  kind: string; // "teach", "simulate", …
  given: AbortSignal;
  progress: (at: Progress) => void;
  answer: (answer: Json) => Promise<void>;
  fail: (error: unknown) => Promise<void>;
}

/** Answers when it is told to, also to those who no longer want to hear it. */
class HeldEngine extends Engine {
  readonly asked: Question[] = [];

  constructor() {
    super('token');
  }
  override ask<T>(path: string, _: Json, given: AbortSignal, progress: (at: Progress) => void = () => undefined): Promise<T> {
    return new Promise<T>((done, failed) => {
      this.asked.push({
        kind: /^\/api\/(\w+)/.exec(path)![1]!,
        given,
        progress,
        answer: (answer) => heard(() => done(answer as T)),
        fail: (error) => heard(() => failed(error as Error)),
      });
    });
  }
  override stop(): Promise<void> {
    return Promise.resolve();
  }
  last(kind: string): Question {
    return this.asked.filter((question) => question.kind === kind).at(-1)!;
  }
}

/** Says it, and lets everybody hear it who listens. */
async function heard(say: () => void): Promise<void> {
  say();
  for (let i = 0; i < 10; ++i) await Promise.resolve();
}

const first: Problem = { learner: { model: 'categorical', prior: { beta: [6, 3, 1] } }, target: { pi: [0.1, 0.3, 0.6] }, effort: { per_item: 0.3 } };
const lesson = (n: number) => ({ status: 'optimal', n });
const cost = 'effort.per_item';

let engine: HeldEngine;
let studio: Studio;
beforeEach(() => {
  vi.useFakeTimers();
  if (!globalThis.crypto) vi.stubGlobal('crypto', webcrypto); // Node.js 18
  engine = new HeldEngine();
  studio = new Studio(engine, first);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('an answer', () => {
  test('is only taken for the problem it was asked for', async () => {
    studio.edit(cost, 1);
    const early = engine.last('teach');
    studio.edit(cost, 2);
    const late = engine.last('teach');
    expect(early.given.aborted).toBe(true);
    early.progress({ incumbent: 5 });
    await early.answer(lesson(1));
    expect(studio.lesson).toMatchObject({ value: undefined, busy: true, progress: undefined });
    await late.answer(lesson(2));
    expect(studio.lesson).toMatchObject({ value: lesson(2), problem: withValue(first, cost, 2), busy: false });
    await early.fail(new Refused([{ path: cost, message: 'too late' }], 400));
    expect(studio.lesson.value).toEqual(lesson(2));
    expect(studio.errors).toEqual([]);
  });

  test('that comes in the wrong order changes nothing', async () => {
    studio.edit(cost, 1);
    const early = engine.last('teach');
    studio.edit(cost, 2);
    await engine.last('teach').answer(lesson(2));
    await early.fail(new Error('the network broke down'));
    expect(studio.lesson).toMatchObject({ value: lesson(2), busy: false, errors: [] });
    expect(studio.engineTrouble).toBeUndefined();
  });

  test.each([
    ['a lesson', (question: Question) => question.answer(lesson(1))],
    ['a mistake', (question: Question) => question.fail(new Refused([{ path: cost, message: 'must be > 0' }], 400))],
    ['no engine', (question: Question) => question.fail(new Error('nobody there'))],
  ])('leaves alone what was typed after it was asked: %s', async (_, say) => {
    studio.edit(cost, 1);
    studio.typed(cost, '1/', 'this is no number');
    studio.typed('', '{', 'this is no JSON yet');
    studio.typed('learner.prior.beta[0]', '6.'); // not left yet
    const stands = () => ['', cost, 'learner.prior.beta[0]'].map((path) => studio.drafts.get(path));
    const before = stands();
    expect(before).toMatchObject([{ text: '{', error: 'this is no JSON yet' }, { text: '1/', error: 'this is no number' }, { text: '6.', error: undefined }]);
    await say(engine.last('teach'));
    expect(stands()).toEqual(before);
    vi.runOnlyPendingTimers(); // what is beside the lesson is asked for
    engine.last('simulate').progress({ done: 1, of: 2 });
    await say(engine.last('simulate'));
    await say(engine.last('sweep'));
    expect(stands()).toEqual(before);
  });
});

describe('what was typed', () => {
  beforeEach(() => {
    studio.typed(cost, 'abc', 'this is no number');
    studio.typed('', '{', 'this is no JSON yet');
  });

  test('goes where the problem says something else, and for good', () => {
    studio.edit('learner.prior.beta', [5, 3, 1]);
    expect(studio.drafts.get('')).toBeUndefined();
    expect(studio.drafts.get(cost)?.text).toBe('abc');
    studio.edit(cost, 1);
    studio.edit(cost, 0.3);
    expect(studio.drafts.get(cost)).toBeUndefined();
  });
  test('stays as it was typed when it is what the problem says', () => {
    studio.edit(cost, 0.5, cost);
    studio.typed(cost, '0,50');
    expect(studio.drafts.get(cost)).toMatchObject({ text: '0,50', error: undefined });
    studio.set(structuredClone(studio.problem));
    expect(studio.drafts.get(cost)?.text).toBe('0,50');
  });
  test.each([
    ['undo', () => studio.undo()],
    ['redo', () => studio.redo()],
    ['another problem', () => studio.open(structuredClone(first))],
  ])('goes with %s', (_, step) => {
    step();
    expect([studio.drafts.get(''), studio.drafts.get(cost)]).toEqual([undefined, undefined]);
  });
});

test('a page that is loaded again has what was undone and redone', () => {
  const kept: Problem[] = [];
  const remembering = new Studio(engine, first, (problem) => kept.push(problem));
  remembering.edit(cost, 1);
  remembering.undo();
  remembering.redo();
  expect(kept.map(({ effort }) => effort)).toEqual([{ per_item: 1 }, { per_item: 0.3 }, { per_item: 1 }]);
});

describe('what is opened', () => {
  const other = { ...first, effort: { per_item: 7 } };
  const bring = (problem: Problem, ready: Promise<void>) =>
    studio.bring(async (isCurrent) => {
      await ready;
      if (isCurrent()) studio.open(problem);
    });

  test('makes the page wait until it is there', async () => {
    let ready: () => void;
    const opened = bring(other, new Promise((done) => (ready = done)));
    expect(studio.busy).toBe(true);
    ready!();
    await opened;
    expect(studio.problem).toEqual(other);
    expect(studio.busy).toBe(true); // its lesson is asked for
    await engine.last('teach').answer(lesson(1));
    expect([studio.busy, studio.complete]).toEqual([false, false]);
    vi.runOnlyPendingTimers();
    await engine.last('simulate').answer({});
    expect(studio.complete).toBe(false);
    await engine.last('sweep').answer({ points: [] });
    expect(studio.complete).toBe(true);
  });
  test('late does not replace what was opened after it', async () => {
    let ready: () => void;
    const late = bring(first, new Promise((done) => (ready = done)));
    await bring(other, Promise.resolve());
    ready!();
    await late;
    expect(studio.problem).toEqual(other);
  });
  test('and cannot be says why', async () => {
    await bring(other, Promise.reject(new Error('there is no such file')));
    expect(studio.trouble).toBe('there is no such file');
    expect(studio.busy).toBe(false);
  });
});

test('a mistake is shown as long as the problem says what was wrong', async () => {
  const mistakes = [
    { path: 'learner.prior.beta[0]', message: 'must be > 0, got -1' },
    { path: 'target.pi', message: 'must be 1 together' },
  ];
  studio.edit('learner.prior.beta[0]', -1);
  await engine.last('teach').fail(new Refused(mistakes, 400));
  expect(studio.errors).toEqual(mistakes);
  studio.edit(cost, 1); // it is not about this
  expect(studio.errors).toEqual(mistakes);
  studio.edit('learner.prior.beta[0]', 5);
  expect(studio.errors).toEqual([mistakes[1]]);
  await engine.last('teach').answer(lesson(1));
  expect(studio.errors).toEqual([]);
});
