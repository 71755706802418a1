// Answers that come late, or never, or in another order than they were asked for.

import { webcrypto } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Engine } from '../../src/engine/api';
import type { Problem, Progress } from '../../src/engine/types';
import type { Json } from '../../src/problem/json';
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
