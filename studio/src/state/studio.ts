// The state of the studio: one problem with its history, and what the engine says of it.

import { Engine, noEngine, Refused, wrongToken } from '../engine/api';
import { Latest } from '../engine/latest';
import type { Answer, EngineError, Model, Problem, Progress, Simulation, SweepPoint } from '../engine/types';
import { table, type Table } from '../problem/csv';
import { agree, Drafts } from '../problem/drafts';
import type { Spelling } from '../problem/items';
import { History } from '../problem/history';
import { at, isObject, withValue, type Json } from '../problem/json';

export interface Baseline {
  n: number;
  passive: number;
  active: number;
  teaching: number;
}

interface Asked<T> {
  value: T | undefined;
  problem: Problem | undefined; // to which the value belongs
  busy: boolean;
  progress: Progress | undefined;
  errors: EngineError[];
  refused: Problem | undefined; // to which the errors belong
  cancelled?: boolean;
}

const nothing = <T>(): Asked<T> => ({ value: undefined, problem: undefined, busy: false, progress: undefined, errors: [], refused: undefined });

export interface Frontier {
  path: string;
  points: SweepPoint[];
}

const patience = 8000; // milliseconds of search before the best so far is taken
const setsCompared = 20000;
const pointsOfFrontier = 24;

export class Studio {
  models: Model[] = [];
  tables = new Map<string, Table>();
  texts = new Map<string, string>();
  history: History<Problem>;
  readonly drafts = new Drafts();
  lesson = nothing<Answer>();
  comparison = nothing<Simulation>();
  frontier = nothing<Frontier>();
  baselines = nothing<Baseline[]>();
  lastRoundTrip = 0; // milliseconds from a change to its answer
  answers = 0; // so many came
  trouble: string | undefined; // not about the problem: a wrong link or file, until something is opened
  engineTrouble: string | undefined; // until it answers
  private readonly listeners = new Set<() => void>();
  private readonly asking = { lesson: new Latest(), comparison: new Latest(), frontier: new Latest(), baselines: new Latest() };
  private readonly opening = new Latest();
  private later: ReturnType<typeof setTimeout> | undefined;
  private enough: ReturnType<typeof setTimeout> | undefined;
  private job = 0;
  private readonly name = crypto.randomUUID(); // of this page, among others of the same studio

  constructor(
    readonly engine: Engine,
    first: Problem,
    /** So that a page that is loaded again goes on where it was. */
    private readonly remember?: (problem: Problem, texts: ReadonlyMap<string, string>) => void,
  ) {
    this.history = new History(first);
  }

  get problem(): Problem {
    return this.history.now;
  }
  get model(): Model | undefined {
    return this.models.find((model) => model.model === this.problem.learner?.['model']);
  }

  /** Whether the lesson on the page is about to be replaced. */
  get busy(): boolean {
    return this.opening.busy || this.lesson.busy;
  }
  /** Whether everything beside the lesson is there, too. */
  get complete(): boolean {
    return !this.busy && this.later === undefined && [this.comparison, this.frontier, this.baselines].every((one) => !one.busy);
  }

  /** What the engine found wrong, where the problem still says what it said then. */
  get errors(): EngineError[] {
    return this.lesson.errors.filter(({ path }) => agree(this.lesson.refused, this.problem, path));
  }

  get spelling(): Spelling {
    const columns = at(this.problem, 'items.columns');
    const words = at(this.problem, 'learner.vocabulary');
    return {
      words: Array.isArray(words) ? words.map(String) : undefined,
      columns: Array.isArray(columns) ? columns.map(String) : undefined, sequences: this.problem.learner['model'] === 'markov-chain' };
  }

  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
  changed(): void {
    for (const listener of this.listeners) listener();
  }

  edit(path: string, value: Json | undefined, gesture?: string): void {
    this.set(withValue(this.problem, path, value) as Problem, gesture);
  }
  set(problem: Problem, gesture?: string): void {
    this.history.set(problem, gesture);
    this.drafts.follow(problem);
    this.moved();
  }
  /** Keeps the text of a field as it was typed: after the edit, if the text makes one; with the reason, if it cannot be read. */
  typed(path: string, text: string, error?: string): void {
    this.drafts.set(path, text, this.problem, error);
    this.changed();
  }
  settle(): void {
    this.history.settle();
  }
  undo(): void {
    this.history.undo();
    this.drafts.clear();
    this.moved();
  }
  redo(): void {
    this.history.redo();
    this.drafts.clear();
    this.moved();
  }
  private moved(): void {
    this.remember?.(this.problem, this.texts);
    this.solve();
  }

  /** Another problem altogether: what is known of the one before says nothing of it. */
  open(problem: Problem): void {
    this.trouble = undefined;
    this.drafts.clear();
    this.lesson = nothing();
    this.comparison = nothing();
    this.frontier = nothing();
    this.baselines = nothing();
    this.set(problem);
  }
  choose(model: Model): void {
    this.opening.cancel();
    this.open(structuredClone(model.example) as Problem);
  }

  /** Fetches something, then opens it. Only the newest counts: `work` opens nothing once it is no longer current. */
  async bring(work: (isCurrent: () => boolean) => Promise<void>): Promise<void> {
    const done = this.opening.run((_, isCurrent) => work(isCurrent), {
      answer: () => undefined,
      failure: (error) => (this.trouble = error instanceof Error ? error.message : String(error)),
    });
    this.changed();
    await done;
    this.changed();
  }

  async upload(name: string, text: string): Promise<void> {
    await this.engine.upload(name, text);
    this.texts.set(name, text);
    this.tables.set(name, table(text));
  }

  /** Asks for the lesson at once, and for what is beside it when there is a moment's rest. */
  solve(patient = false): void {
    const problem = this.problem;
    const started = performance.now();
    this.lesson = { ...this.lesson, busy: true, progress: undefined, cancelled: false };
    this.changed();
    this.ask('lesson', problem, `/api/teach?job=${this.name}-${++this.job}`, { problem, picture: true }, (answer) => {
      this.lastRoundTrip = performance.now() - started;
      ++this.answers;
      this.lesson = { ...nothing<Answer>(), value: answer as Answer, problem };
    });
    this.forgetTimers();
    if (!patient) this.enough = setTimeout(() => this.stop(), patience);
    for (const latest of [this.asking.comparison, this.asking.frontier, this.asking.baselines]) latest.cancel();
    this.later = setTimeout(() => this.solveRest(problem), 250);
  }

  private forgetTimers(): void {
    clearTimeout(this.later);
    clearTimeout(this.enough);
    this.later = this.enough = undefined;
  }

  private solveRest(problem: Problem): void {
    this.later = undefined;
    this.comparison = { ...this.comparison, busy: true };
    this.ask('comparison', problem, '/api/simulate', { problem, sets: setsCompared }, (answer) => {
      this.comparison = { ...nothing<Simulation>(), value: answer as Simulation, problem };
    });
    const path = costPath(problem);
    if (path) {
      const cost = at(problem, path) as number;
      const over = [`${path}=${cost / 20}:${cost * 20}:log:${pointsOfFrontier}`];
      this.frontier = { ...this.frontier, busy: true };
      this.ask('frontier', problem, '/api/sweep', { problem, over }, (answer) => {
        const { points } = answer as unknown as { points: SweepPoint[] };
        this.frontier = { ...nothing<Frontier>(), value: { path, points }, problem };
      });
    } else {
      this.frontier = nothing();
    }
    if (problem.learner['model'] === 'threshold') {
      this.baselines = { ...this.baselines, busy: true };
      this.ask('baselines', problem, '/api/baselines', { problem, sets: 2000, most: 12 }, (answer) => {
        this.baselines = { ...nothing<Baseline[]>(), value: (answer as unknown as { baselines: Baseline[] }).baselines, problem };
      });
    } else {
      this.baselines = nothing();
    }
    this.changed();
  }

  private ask(
    what: 'lesson' | 'comparison' | 'frontier' | 'baselines',
    problem: Problem,
    path: string,
    body: Json,
    take: (answer: Json) => void,
  ): void {
    void this.asking[what].run(
      (signal, isCurrent) =>
        this.engine.ask<Json>(path, body, signal, (progress) => {
          if (!isCurrent()) return;
          this[what] = { ...this[what], progress } as never;
          this.changed();
        }),
      {
        answer: (answer) => {
          take(answer);
          this.engineTrouble = undefined;
          this.changed();
        },
        failure: (error) => {
          const errors = error instanceof Refused ? error.errors : [];
          if (!(error instanceof Refused)) this.engineTrouble = noEngine;
          else if (error.status === 401) this.engineTrouble = wrongToken;
          const keep = what === 'lesson' ? this.lesson.value : undefined;
          this[what] = { value: keep, problem: keep ? this.lesson.problem : problem, busy: false, progress: undefined, errors, refused: problem } as never;
          this.changed();
        },
      },
    );
  }

  cancel(): void {
    this.forgetTimers();
    for (const latest of Object.values(this.asking)) latest.cancel();
    this.comparison = nothing();
    this.frontier = nothing();
    this.baselines = nothing();
    this.lesson = { ...this.lesson, busy: false, progress: undefined, errors: [{ path: '', message: 'Cancelled.' }], refused: this.problem, cancelled: true };
    this.changed();
  }

  /** Takes the best that was found so far. */
  stop(): void {
    if (this.lesson.busy) this.engine.stop(`${this.name}-${this.job}`).catch(() => undefined);
  }
}

/** The term of the effort whose frontier is shown. */
export function costPath(problem: Json): string | undefined {
  const effort = at(problem, 'effort');
  if (!isObject(effort)) return undefined;
  const grows = (name: string) => name !== 'fixed' && typeof effort[name] === 'number' && (effort[name] as number) > 0;
  const term = ['per_item', ...Object.keys(effort)].find(grows);
  return term && `effort.${term}`;
}
