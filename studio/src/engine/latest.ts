// Only the newest question counts: asking again gives up the one before, and an answer that comes late is not heard.

export class Latest {
  private number = 0;
  private running: AbortController | undefined;

  get busy(): boolean {
    return this.running !== undefined;
  }

  cancel(): void {
    ++this.number;
    this.running?.abort();
    this.running = undefined;
  }

  async run<T>(
    work: (signal: AbortSignal, isCurrent: () => boolean) => Promise<T>,
    on: { answer: (answer: T) => void; failure: (error: unknown) => void },
  ): Promise<void> {
    this.cancel();
    const mine = this.number;
    const controller = new AbortController();
    this.running = controller;
    const isCurrent = () => mine === this.number;
    try {
      const answer = await work(controller.signal, isCurrent);
      if (isCurrent()) {
        this.running = undefined;
        on.answer(answer);
      }
    } catch (error) {
      if (isCurrent()) {
        this.running = undefined;
        on.failure(error);
      }
    }
  }
}
