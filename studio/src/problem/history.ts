// What was done, so that it can be undone. Changes that follow each other under one name (a drag) are one step.

export class History<T> {
  private past: T[] = [];
  private future: T[] = [];
  private open: string | undefined;

  constructor(
    private current: T,
    private readonly most = 200,
  ) {}

  get now(): T {
    return this.current;
  }
  get canUndo(): boolean {
    return this.past.length > 0;
  }
  get canRedo(): boolean {
    return this.future.length > 0;
  }

  set(next: T, gesture?: string): void {
    if (next === this.current) return;
    if (gesture === undefined || gesture !== this.open) {
      this.past.push(this.current);
      if (this.past.length > this.most) this.past.shift();
    }
    this.open = gesture;
    this.future = [];
    this.current = next;
  }

  /** The next change is a step of its own, whatever its name. */
  settle(): void {
    this.open = undefined;
  }

  undo(): T {
    const before = this.past.pop();
    if (before !== undefined) {
      this.future.push(this.current);
      this.current = before;
    }
    this.open = undefined;
    return this.current;
  }

  redo(): T {
    const after = this.future.pop();
    if (after !== undefined) {
      this.past.push(this.current);
      this.current = after;
    }
    this.open = undefined;
    return this.current;
  }
}
