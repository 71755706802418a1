// For everyone: assistive technology, small screens, colours; and only for those who have the token.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { RunningStudio, violations } from './studio';

let studio: RunningStudio;
beforeAll(async () => {
  studio = await RunningStudio.start('--open', '../examples/flowers.json');
});
afterAll(async () => {
  await studio?.stop();
});

const examples = ['multinomial', 'gaussian-mean', 'multivariate', 'threshold', 'hypotheses', 'concepts', 'naive-bayes', 'flowers'];

test.each([
  ['light', 1400],
  ['dark', 1400],
  ['light', 380],
  ['dark', 380],
] as const)('axe finds nothing serious: %s, %i wide', async (colorScheme, width) => {
  const visit = await studio.open({ colorScheme, viewport: { width, height: 900 } });
  await visit.settled();
  const found: Record<string, string[]> = {};
  for (const id of examples) {
    await visit.example(id);
    await visit.complete();
    const wrong = await violations(visit.page);
    if (wrong.length > 0) found[id] = wrong;
    expect(await visit.page.evaluate(() => document.documentElement.scrollWidth), `${id} is not wider than the screen`).toBeLessThanOrEqual(width);
  }
  await visit.page.click('button:has-text("Examples")');
  await visit.page.waitForSelector('dialog.gallery');
  found['gallery'] = await violations(visit.page);
  await visit.closeGallery();
  await visit.page.click('button:has-text("Take away")');
  await visit.page.waitForFunction(() => (document.querySelector('dialog.take #share-link') as HTMLInputElement | null)?.value);
  found['take away'] = await violations(visit.page);
  expect(Object.fromEntries(Object.entries(found).filter(([, wrong]) => wrong.length > 0))).toEqual({});
  expect(visit.faults).toEqual([]);
  await visit.close();
});

test('a file given on the command line is there, with its data', async () => {
  const visit = await studio.open();
  await visit.settled();
  expect(await visit.page.$('dialog.gallery')).toBeNull();
  expect(((await visit.problem()) as { items: { pool: string } }).items.pool).toBe('iris.csv');
  expect(await visit.page.$$eval('svg.picture .mark.others', (marks) => marks.length)).toBe(50);
  await visit.close();
});

test('a finger moves things too', async () => {
  const visit = await studio.open({ viewport: { width: 380, height: 800 }, hasTouch: true, isMobile: true });
  await visit.example('multinomial');
  const knob = await visit.page.waitForSelector('[aria-label="Target, 3"] .knob');
  const box = (await knob.boundingBox())!;
  const client = await visit.context.newCDPSession(visit.page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: box.x + 8, y }] });
  await touch('touchStart', box.y + 8);
  for (const down of [10, 20, 40]) await touch('touchMove', box.y + 8 + down);
  await touch('touchEnd');
  await visit.page.waitForFunction(() => {
    const { target } = JSON.parse((document.querySelector('details textarea') as HTMLTextAreaElement).value) as { target: { pi: number[] } };
    return target.pi[2]! < 0.58;
  });
  await visit.settled();
  await visit.close();
});

test('without the token the page says what to do', async () => {
  const context = await studio.browser.newContext();
  const page = await context.newPage();
  await page.goto(studio.address.split('#')[0]!);
  await page.waitForSelector('.trouble:has-text("Open the address that the program printed")');
  await context.close();
});

test('a page of another site can neither ask nor embed', async () => {
  const context = await studio.browser.newContext();
  const page = await context.newPage();
  await page.goto('data:text/html,<h1>another site</h1>');
  const base = studio.address.split('#')[0]!;
  const outcome = await page.evaluate(async (address) => {
    const tried: string[] = [];
    for (const init of [{}, { method: 'POST', body: '{}' }, { method: 'POST', body: '{}', mode: 'no-cors' as const }]) {
      try {
        const response = await fetch(`${address}api/learners`, init);
        tried.push(`${response.type} ${response.status}`);
      } catch {
        tried.push('refused');
      }
    }
    return tried;
  }, base);
  for (const one of outcome) expect(['refused', 'opaque 0']).toContain(one); // not sent, or turned away unread
  await context.close();
});
