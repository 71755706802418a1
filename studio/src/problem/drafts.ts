// What was typed into the fields. It stays as it was typed, with the reason if it cannot be read, until the problem says
// something else at that place. Only the problem decides this; an answer may come at any time, and changes no draft.

import { at, type Json } from './json';

export interface Draft {
  text: string;
  error: string | undefined; // why it is not in the problem
}

const spelled = (value: Json | undefined): string => JSON.stringify(value) ?? '';

/** Whether two problems say the same at a place. */
export function agree(one: Json | undefined, other: Json | undefined, path: string): boolean {
  return one === other || spelled(at(one, path)) === spelled(at(other, path));
}

export class Drafts {
  private readonly all = new Map<string, Draft & { problem: Json }>();

  /** `problem` is the one that the text was typed in, or the one that it made. */
  set(path: string, text: string, problem: Json, error?: string): void {
    this.all.set(path, { text, error, problem });
  }
  get(path: string): Draft | undefined {
    return this.all.get(path);
  }
  clear(): void {
    this.all.clear();
  }
  /** Forgets what was typed at places where the problem now says something else. */
  follow(problem: Json): void {
    for (const [path, draft] of this.all) {
      if (!agree(draft.problem, problem, path)) this.all.delete(path);
    }
  }
}
