// A studio and a browser for the tests.

import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium, type Browser, type BrowserContext, type Page, type Route } from 'playwright-core';
import { vi } from 'vitest';

export const program = process.env['DIDACT_PROGRAM'] ?? '../build/didact';
const browserProgram = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

/** Milliseconds after which a test that waits is taken to hang. Nothing takes nearly as long, even on a slow machine. */
const hung = 120_000;

export class RunningStudio {
  private constructor(
    readonly process: ChildProcess,
    readonly address: string,
    readonly browser: Browser,
  ) {}

  static async start(...more: string[]): Promise<RunningStudio> {
    const child = spawn(program, ['studio', '--no-browser', '--port', '0', ...more], { stdio: ['ignore', 'pipe', 'inherit'] });
    const address = await new Promise<string>((done, failed) => {
      child.stdout!.once('data', (text: Buffer) => done(text.toString().trim()));
      child.once('error', failed);
      child.once('exit', (code) => failed(new Error(`didact studio ended with ${code}`)));
    });
    const browser = await chromium.launch({ executablePath: browserProgram, timeout: hung, args: ['--no-sandbox', '--disable-gpu'] });
    return new RunningStudio(child, address, browser);
  }

  async stop(): Promise<void> {
    await this.browser.close();
    const ended = new Promise((done) => this.process.once('exit', done));
    this.process.kill('SIGINT');
    await ended;
  }

  /** A page of a browser that was never here, with what went wrong in it. */
  async open(options: Parameters<Browser['newContext']>[0] & { hash?: string } = {}): Promise<Visit> {
    const { hash, ...rest } = options;
    const context = await this.browser.newContext({ viewport: { width: 1400, height: 1000 }, ...rest });
    context.setDefaultTimeout(hung);
    const page = await context.newPage();
    const visit = new Visit(this, context, page);
    await page.goto(hash === undefined ? this.address : `${this.address}&${hash}`);
    await page.waitForSelector('main');
    return visit;
  }
}

export class Visit {
  readonly faults: string[] = [];
  readonly elsewhere: string[] = [];
  mayStop = false;

  constructor(
    readonly studio: RunningStudio,
    readonly context: BrowserContext,
    readonly page: Page,
  ) {
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of 400/.test(message.text())) this.faults.push(message.text());
    });
    page.on('pageerror', (error) => this.faults.push(error.message));
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(studio.address.split('/#')[0]!)) this.elsewhere.push(request.url());
    });
  }

  /** Until what the page knows has been drawn. */
  private drawn(): Promise<unknown> {
    return this.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }

  /** Until the lesson on the page is that of the problem on the page. */
  async settled(): Promise<void> {
    await this.page.waitForSelector('section.answer[aria-busy="false"]');
    await this.drawn();
  }

  /** Until everything beside the lesson is there, too. */
  async complete(): Promise<void> {
    await this.page.waitForSelector('section.answer[data-complete="true"]');
    await this.drawn();
  }

  /** After some seconds the page stops a search and takes the best so far, which depends on the machine. From now on it only does so if `mayStop`. */
  async searchToTheEnd(): Promise<void> {
    await this.page.route(/\/api\/stop\b/, (route) => (this.mayStop ? route.continue() : route.fulfill({ json: {} })));
  }

  /** From now on, questions of this kind ("teach", "simulate", …) are not answered until they are released. */
  async late(kind: string): Promise<LateAnswers> {
    const late = new LateAnswers(this.page, new RegExp(`/api/${kind}\\b`));
    await late.begin();
    return late;
  }

  async closeGallery(): Promise<void> {
    if (await this.page.$('dialog.gallery')) await this.page.click('dialog.gallery header button');
  }

  async example(id: string): Promise<void> {
    if (!(await this.page.$('dialog.gallery'))) await this.page.click('button:has-text("Examples")');
    await this.page.click(`[data-example="${id}"]`);
    await this.page.waitForSelector('[data-test="headline"]');
    await this.settled();
  }

  async choose(model: string): Promise<void> {
    await this.closeGallery();
    await this.page.selectOption('#field-model', model);
    await this.settled();
  }

  /** The problem as the page has it. */
  async problem(): Promise<Record<string, unknown>> {
    const text = await this.page.$eval('details textarea', (area) => (area as HTMLTextAreaElement).value);
    return JSON.parse(text) as Record<string, unknown>;
  }

  text(name: string): Promise<string> {
    return this.page.textContent(`[data-test="${name}"]`).then((text) => (text ?? '').trim());
  }

  answers(): Promise<number> {
    return this.page.$eval('section.answer', (panel) => Number((panel as HTMLElement).dataset['answers']));
  }
  roundTrip(): Promise<number> {
    return this.page.$eval('section.answer', (panel) => Number((panel as HTMLElement).dataset['roundTrip']));
  }

  async close(): Promise<void> {
    await this.context.close();
  }
}

export class LateAnswers {
  private readonly held: Route[] = [];
  private lost = 0;

  constructor(
    private readonly page: Page,
    private readonly address: RegExp,
  ) {}

  async begin(): Promise<void> {
    await this.page.route(this.address, (route) => void this.held.push(route));
    this.page.on('requestfailed', (request) => (this.lost += this.address.test(request.url()) ? 1 : 0));
  }
  /** Until so many questions have been asked. */
  asked(count = 1): Promise<unknown> {
    return vi.waitUntil(() => this.held.length >= count, { timeout: hung });
  }
  /** Until the page has given up so many of them. */
  givenUp(count: number): Promise<unknown> {
    return vi.waitUntil(() => this.lost >= count, { timeout: hung });
  }
  /** Answers all of them, the newest first. */
  async release(): Promise<void> {
    await this.page.unroute(this.address);
    for (const route of this.held.reverse()) await route.continue().catch(() => undefined); // the page may have given it up
  }
}

/** What the command line says of the same problem. */
export function taught(problem: unknown, folder?: string): Record<string, unknown> {
  const run = spawnSync(program.startsWith('.') ? new URL(`../../${program}`, import.meta.url).pathname : program, ['teach', '-', '--format', 'json'], {
    input: JSON.stringify(problem),
    cwd: folder,
    encoding: 'utf8',
  });
  return JSON.parse(run.stdout) as Record<string, unknown>;
}

/** As the page writes a number. */
export function asShown(text: string): number {
  return Number(text.replace('−', '-').replace(/·10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)/, (_, power: string) => `e${[...power].map((letter) => (letter === '⁻' ? '-' : '⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(letter))).join('')}`));
}

export interface AxeViolation {
  id: string;
  impact: string;
  nodes: { target: string[] }[];
}

/** What axe finds serious. The page's own policy lets no other script in, so it is asked from outside. */
export async function violations(page: Page): Promise<string[]> {
  const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  const client = await page.context().newCDPSession(page);
  await client.send('Runtime.evaluate', { expression: source });
  const { result } = await client.send('Runtime.evaluate', {
    expression: 'axe.run(document, { resultTypes: ["violations"] }).then((found) => JSON.stringify(found.violations))',
    awaitPromise: true,
  });
  const found = JSON.parse(String(result.value)) as AxeViolation[];
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).slice(0, 3).join(' | ')}`);
}
