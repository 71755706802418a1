// The engine, over HTTP.

import type { Json } from '../problem/json';
import type { EngineError, Model, Problem, Progress } from './types';

export const wrongToken = 'This page belongs to another run of didact studio. Open the address that the program printed.';
export const noEngine = 'The engine does not answer. Is didact studio still running?';

/** What the engine found wrong with a problem, or why there is no answer. */
export class Refused extends Error {
  constructor(
    readonly errors: EngineError[],
    readonly status: number,
  ) {
    super(errors.map((error) => (error.path ? `${error.path}: ${error.message}` : error.message)).join('\n'));
  }
}

interface Event {
  name: string;
  data: string;
}

/** Server-sent events, as they come. */
export async function* events(chunks: AsyncIterable<string>): AsyncGenerator<Event> {
  let text = '';
  for await (const chunk of chunks) {
    text += chunk;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const event: Event = { name: 'message', data: '' };
      for (const line of text.slice(0, end).split('\n')) {
        if (line.startsWith('event: ')) event.name = line.slice(7);
        else if (line.startsWith('data: ')) event.data += line.slice(6);
      }
      text = text.slice(end + 2);
      yield event;
    }
  }
}

async function* texts(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield decoder.decode(value, { stream: true });
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

async function refusal(response: Response): Promise<Refused> {
  let errors: EngineError[] = [{ path: '', message: `the engine answered with ${response.status}` }];
  try {
    const body = (await response.json()) as { errors?: EngineError[] };
    if (body.errors) errors = body.errors;
  } catch {
    // the words above are all there is
  }
  return new Refused(errors, response.status);
}

export class Engine {
  constructor(
    private readonly token: string,
    private readonly base = '',
  ) {}

  private headers(more: Record<string, string> = {}): Record<string, string> {
    return { Authorization: `Bearer ${this.token}`, ...more };
  }

  private async get<T>(path: string): Promise<T> {
    const response = await fetch(this.base + path, { headers: this.headers() });
    if (!response.ok) throw await refusal(response);
    return (await response.json()) as T;
  }

  learners(): Promise<Model[]> {
    return this.get('/api/learners');
  }

  opened(): Promise<{ problem?: Problem; files?: Record<string, string> }> {
    return this.get('/api/opened');
  }

  async upload(name: string, text: string): Promise<void> {
    const response = await fetch(`${this.base}/api/data/${encodeURIComponent(name)}`, {
      method: 'PUT',
      headers: this.headers({ 'Content-Type': 'text/csv' }),
      body: text,
    });
    if (!response.ok) throw await refusal(response);
  }

  /** The question of this name is to answer with the best so far. */
  async stop(job: string): Promise<void> {
    await fetch(`${this.base}/api/stop?job=${encodeURIComponent(job)}`, {
      method: 'POST',
      headers: this.headers({ 'Content-Type': 'application/json' }),
      body: '{}',
    });
  }

  /** A question that may take its time. Abort the signal and the engine stops working on it. */
  async ask<T>(path: string, body: Json, signal: AbortSignal, progress?: (at: Progress) => void): Promise<T> {
    const response = await fetch(this.base + path, {
      method: 'POST',
      headers: this.headers({ 'Content-Type': 'application/json', Accept: 'text/event-stream' }),
      body: JSON.stringify(body),
      signal,
    });
    if (!response.ok || !response.body) throw await refusal(response);
    for await (const event of events(texts(response.body))) {
      if (event.name === 'progress') progress?.(JSON.parse(event.data) as Progress);
      else if (event.name === 'answer') return JSON.parse(event.data) as T;
      else if (event.name === 'errors') throw new Refused((JSON.parse(event.data) as { errors: EngineError[] }).errors, 400);
    }
    throw new Refused([{ path: '', message: 'the engine broke off' }], 500);
  }
}
