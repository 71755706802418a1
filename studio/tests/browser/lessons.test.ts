// What a person does in the studio, and whether what it shows is what the command line prints.

import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { asShown, RunningStudio, taught, type Visit } from './studio';

let studio: RunningStudio;
let visit: Visit;
beforeAll(async () => {
  studio = await RunningStudio.start();
});
afterAll(async () => {
  await studio?.stop();
});
beforeEach(async () => {
  visit = await studio.open();
  await visit.searchToTheEnd();
});
afterEach(async () => {
  expect(visit.faults).toEqual([]);
  expect(visit.elsewhere).toEqual([]);
  await visit.close();
});

async function expectSameAsCommandLine(folder?: string): Promise<void> {
  const answer = taught(await visit.problem(), folder);
  expect(asShown(await visit.text('impedance'))).toBeCloseTo(answer['impedance'] as number, 3);
  expect(asShown(await visit.text('loss'))).toBeCloseTo(answer['loss'] as number, 3);
  const headline = await visit.text('headline');
  expect(headline).toBe(answer['n'] === 1 ? 'Show 1 item' : `Show ${(answer['n'] as number).toLocaleString('en')} items`);
  if (answer['status'] === 'optimal') expect(await visit.text('proof')).toMatch(/^No (teaching set|set of 10 items) does better; proven\.$/);
}

test('the gallery opens on the first visit only', async () => {
  await visit.page.waitForSelector('dialog.gallery');
  await visit.closeGallery();
  await visit.page.reload();
  await visit.page.waitForSelector('main');
  await visit.settled();
  expect(await visit.page.$('dialog.gallery')).toBeNull();
});

test.each(['multinomial', 'gaussian-mean', 'multivariate', 'threshold', 'hypotheses', 'naive-bayes'])('%s is as the command line has it', async (id) => {
  await visit.example(id);
  await expectSameAsCommandLine();
});

test.each([
  ['concepts', '../examples'],
  ['flowers', '../examples/data'],
  ['poisoning', '../examples/data'],
])('%s, with data', async (id, folder) => {
  await visit.example(id);
  await expectSameAsCommandLine(folder);
  expect(await visit.page.$$eval('table.items tbody tr', (rows) => rows.length)).toBeGreaterThan(0);
});

/** Drags the middle of a handle by so many pixels. */
async function drag(name: string, right: number, down: number): Promise<void> {
  const knob = await visit.page.waitForSelector(`[role="slider"][aria-label="${name}"] .knob`);
  const box = (await knob.boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await visit.page.mouse.move(x, y);
  await visit.page.mouse.down();
  for (let i = 1; i <= 6; ++i) await visit.page.mouse.move(x + (right * i) / 6, y + (down * i) / 6);
  await visit.page.mouse.up();
  await visit.settled();
}

describe('a hand', () => {
  test('drags the bars of a categorical learner', async () => {
    await visit.example('multinomial');
    await drag('Target, 3', 0, 60);
    const problem = (await visit.problem()) as { target: { pi: number[] } };
    expect(problem.target.pi[2]).toBeLessThan(0.55);
    expect(problem.target.pi.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 9);
    await expectSameAsCommandLine();
    await drag('Belief before, 1', 0, 80);
    expect(((await visit.problem()) as { learner: { prior: { beta: number[] } } }).learner.prior.beta[0]).toBeLessThan(6);
    await expectSameAsCommandLine();
  });
  test('drags the target within the triangle', async () => {
    await visit.example('multinomial');
    await drag('Target in the triangle', -20, 20);
    expect(((await visit.problem()) as { target: { pi: number[] } }).target.pi).not.toEqual([0.1, 0.3, 0.6]);
    await expectSameAsCommandLine();
  });
  test('drags curves', async () => {
    await visit.example('gaussian-mean');
    await drag('Target mean', 50, 0);
    expect(((await visit.problem()) as { target: { mean: number } }).target.mean).toBeGreaterThan(2.2);
    await expectSameAsCommandLine();
    await visit.choose('gaussian');
    await drag('Target standard deviation', 30, 0);
    expect(((await visit.problem()) as { target: { variance: number } }).target.variance).toBeGreaterThan(1.1);
    await expectSameAsCommandLine();
  });
  test('drags ellipses', async () => {
    await visit.choose('multivariate-gaussian-mean');
    await drag('Target mean', 40, -30);
    const { target } = (await visit.problem()) as { target: { mean: number[] } };
    expect(target.mean[0]).toBeGreaterThan(0.1);
    expect(target.mean[1]).toBeGreaterThan(0.1);
    await expectSameAsCommandLine();
  });
  test('moves the cut of a threshold', async () => {
    await visit.example('threshold');
    await drag('Target, where the line is cut', 60, 0);
    expect(((await visit.problem()) as { target: { theta: number } }).target.theta).toBeGreaterThan(0.33);
    await expectSameAsCommandLine();
    await visit.page.waitForSelector('h3:has-text("Passive, active, taught")');
  });
  test('drags the words of a class', async () => {
    await visit.example('naive-bayes');
    await drag('Target, politics', 0, 30);
    const problem = (await visit.problem()) as { target: { classes: number[] } };
    expect(problem.target.classes[1]).toBeLessThan(0.58);
    await expectSameAsCommandLine();
  });
  test('turns the tetrahedron', async () => {
    await visit.example('multivariate');
    const before = await visit.page.getAttribute('.turnable', 'aria-valuetext');
    const box = (await (await visit.page.$('.turnable svg'))!.boundingBox())!;
    await visit.page.mouse.move(box.x + 50, box.y + 200);
    await visit.page.mouse.down();
    await visit.page.mouse.move(box.x + 150, box.y + 220);
    await visit.page.mouse.up();
    await visit.page.waitForSelector(`.turnable:not([aria-valuetext="${before}"])`);
  });
});

test('the keyboard does all that a hand does', async () => {
  await visit.example('multinomial');
  await visit.page.focus('[role="slider"][aria-label="Target, 1"]');
  for (let i = 0; i < 5; ++i) await visit.page.keyboard.press('ArrowUp');
  await visit.settled();
  expect(((await visit.problem()) as { target: { pi: number[] } }).target.pi[0]).toBeCloseTo(0.15, 9);
  await visit.page.keyboard.press('Control+z');
  await visit.settled();
  await expectSameAsCommandLine();
  await visit.example('multivariate');
  await visit.page.focus('.turnable');
  const before = await visit.page.getAttribute('.turnable', 'aria-valuenow');
  await visit.page.keyboard.press('ArrowRight');
  await visit.page.waitForSelector(`.turnable:not([aria-valuenow="${before}"])`);
});

test('mistakes stand at the field they are about, and go away', async () => {
  await visit.example('multinomial');
  const first = '[aria-label="beta, number 1"]';
  await visit.page.fill(first, '-1');
  await visit.page.press(first, 'Tab');
  await visit.page.waitForSelector('.field:has([aria-label="beta, number 1"]) .error:has-text("must be > 0, got -1")');
  expect(await visit.page.getAttribute(first, 'aria-invalid')).toBe('true');
  await visit.page.fill(first, '5');
  await visit.page.press(first, 'Tab');
  await visit.settled();
  expect(await visit.page.$('.field .error')).toBeNull();
  await expectSameAsCommandLine();
});

test('what is no number is said so, and what is no problem is not taken', async () => {
  await visit.example('multinomial');
  for (const text of ['abc', '', '1/3']) {
    await visit.page.fill('#field-effort-per-item', text);
    await visit.page.waitForSelector('.field:has(#field-effort-per-item) .error:has-text("no number")');
  }
  await visit.page.fill('#field-effort-per-item', '0,5');
  await visit.settled();
  expect(((await visit.problem()) as { effort: { per_item: number } }).effort.per_item).toBe(0.5);
  await visit.page.fill('[aria-label="beta, number 1"]', 'x');
  expect(await visit.page.getAttribute('[aria-label="beta, number 1"]', 'aria-invalid')).toBe('true');
  await visit.page.click('summary');
  for (const text of ['{}', 'null', '[]', '{"learner": 5}', '{']) {
    await visit.page.fill('details textarea', text);
    await visit.page.press('details textarea', 'Tab');
    await visit.page.waitForSelector('details .error');
  }
  await visit.example('gaussian-mean');
  await expectSameAsCommandLine();
});

test('a late answer leaves alone what is typed meanwhile', async () => {
  await visit.example('multinomial');
  await visit.page.click('summary');
  const [cost, belief, whole] = ['#field-effort-per-item', '[aria-label="beta, number 1"]', 'details textarea'];
  for (const [kind, price] of [['teach', '0.5'], ['simulate', '0.6'], ['sweep', '0.7']] as const) {
    const answer = await visit.late(kind);
    await visit.page.fill(cost, price);
    await answer.asked();
    await visit.page.fill(belief, 'x');
    await visit.page.fill(cost, '1/3');
    await visit.page.fill(whole, '{'); // and the field is not left
    await answer.release();
    await visit.complete();
    expect(await visit.page.inputValue(whole), kind).toBe('{');
    await visit.page.press(whole, 'Tab');
    await visit.page.waitForSelector('details .error:has-text("no JSON")');
    expect(await visit.page.inputValue(cost), kind).toBe('1/3');
    await visit.page.waitForSelector('.field:has(#field-effort-per-item) .error:has-text("no number")');
    expect(await visit.page.inputValue(belief), kind).toBe('x');
    expect(await visit.page.getAttribute(belief, 'aria-invalid'), kind).toBe('true');
  }
  await visit.page.fill(cost, '0.3');
  await visit.settled();
  expect(await visit.page.$('details .error')).toBeNull(); // the text is that of the new problem
  await expectSameAsCommandLine();
});

test('a page that is loaded again goes on', async () => {
  await visit.example('flowers');
  await visit.page.fill('#field-learner-prior-kappa', '3');
  await visit.settled();
  const problem = await visit.problem();
  await visit.page.reload();
  await visit.page.waitForSelector('[data-test="headline"]');
  await visit.settled();
  expect(await visit.problem()).toEqual(problem);
  await expectSameAsCommandLine('../examples/data');
});

test('a problem and its data are opened together', async () => {
  await visit.closeGallery();
  await visit.page.setInputFiles('input[type="file"]', ['../examples/data/iris.csv', '../examples/flowers.json']);
  await visit.page.waitForSelector('[data-test="proof"]:has-text("No set of 10 items does better; proven.")');
  await expectSameAsCommandLine('../examples/data');
});

test('a page is busy until its first answer is there', async () => {
  const answer = await visit.late('teach');
  await visit.page.reload();
  await visit.page.waitForSelector('section.answer[aria-busy="true"]');
  await answer.asked();
  expect(await visit.page.$('[data-test="headline"]')).toBeNull();
  await answer.release();
  await visit.settled();
  await expectSameAsCommandLine();
});

test('data that come late do not bring back an example that was left', async () => {
  const upload = await visit.late('data');
  await visit.page.click('[data-example="flowers"]');
  await upload.asked();
  await visit.page.waitForSelector('section.answer[aria-busy="true"]');
  await visit.example('gaussian-mean');
  const uploaded = visit.page.waitForResponse(/\/api\/data\//);
  await upload.release();
  await uploaded;
  await visit.complete();
  expect(((await visit.problem()) as { learner: { model: string } }).learner.model).toBe('gaussian-mean');
  await expectSameAsCommandLine();
});

test('undo and redo', async () => {
  await visit.example('multinomial');
  await visit.page.fill('#field-effort-per-item', '1');
  await visit.page.press('#field-effort-per-item', 'Tab');
  await visit.settled();
  expect(((await visit.problem()) as { effort: { per_item: number } }).effort.per_item).toBe(1);
  await visit.page.click('button:has-text("Undo")');
  await visit.settled();
  expect(((await visit.problem()) as { effort: { per_item: number } }).effort.per_item).toBe(0.3);
  await visit.page.click('button:has-text("Redo")');
  await visit.settled();
  expect(((await visit.problem()) as { effort: { per_item: number } }).effort.per_item).toBe(1);
  await expectSameAsCommandLine();
});

test('a link carries the problem', async () => {
  await visit.example('hypotheses');
  await visit.page.fill('#field-effort-per-item', '0.02');
  await visit.settled();
  const problem = await visit.problem();
  await visit.page.click('button:has-text("Take away")');
  await visit.page.waitForFunction(() => (document.querySelector('#share-link') as HTMLInputElement).value.includes('#problem='));
  const link = await visit.page.inputValue('#share-link');
  expect(link).not.toContain('token');
  const again = await visit.context.newPage(); // the same browser knows the token
  await again.goto(link);
  await again.waitForSelector('section.answer[aria-busy="false"] [data-test="headline"]');
  expect(JSON.parse(await again.$eval('details textarea', (area) => (area as HTMLTextAreaElement).value))).toEqual(problem);
  const other = await studio.open(); // another browser, with a studio of its own
  await other.closeGallery();
  await other.page.evaluate((hash) => {
    window.location.hash = hash;
  }, link.slice(link.indexOf('#')));
  await other.page.waitForFunction(() => document.querySelector('details textarea') !== null && (document.querySelector('details textarea') as HTMLTextAreaElement).value.includes('"hypotheses"'));
  expect(await other.problem()).toEqual(problem);
  await other.close();
  await again.goto(link.replace(/#problem=.{5}/, '#problem=!!!!!'));
  await again.waitForSelector('.trouble');
});

test('files to take away', async () => {
  await visit.example('multivariate');
  await visit.page.click('button:has-text("Take away")');
  const download = async (name: string) => {
    const [file] = await Promise.all([visit.page.waitForEvent('download'), visit.page.click(`dialog button:has-text("${name}")`)]);
    return { name: file.suggestedFilename(), content: readFileSync((await file.path())!) };
  };
  expect(JSON.parse((await download('Problem (JSON)')).content.toString())).toEqual(await visit.problem());
  const answer = JSON.parse((await download('Answer (JSON)')).content.toString()) as Record<string, unknown>;
  const own = taught(await visit.problem());
  for (const gone of [answer, own]) delete gone['seconds'];
  expect(answer).toEqual(own);
  const rows = (await download('Items (CSV)')).content.toString().trim().split('\n');
  expect(rows.slice(1).map((row) => row.split(',').map(Number))).toEqual(own['items']);
  expect((await download('Picture (SVG)')).content.toString()).toMatch(/^<svg[\s\S]*<circle/);
  expect((await download('Picture (PNG)')).content.subarray(1, 4).toString()).toBe('PNG');
  const code = await visit.page.textContent('dialog pre[aria-label="Command line"]');
  expect(code).toContain('| didact teach -');
});

test('an uploaded table becomes a pool', async () => {
  await visit.closeGallery();
  await visit.page.setInputFiles('input[type="file"]', '../examples/data/iris.csv');
  await visit.page.waitForSelector('[data-test="headline"]');
  await visit.settled();
  const problem = (await visit.problem()) as { items: { pool: string; columns: string[] } };
  expect(problem.items.pool).toBe('iris.csv');
  await expectSameAsCommandLine('../examples/data');
  expect(await visit.page.$$eval('svg.picture .mark.others', (marks) => marks.length)).toBeGreaterThan(100);
  await visit.page.setInputFiles('input[type="file"]', { name: 'notes.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\nx,y\n') });
  await visit.page.waitForSelector('.trouble:has-text("no column of numbers")');
});

test('data that a problem waits for are given later', async () => {
  await visit.closeGallery();
  const problem = { learner: { model: 'gaussian-mean', variance: 1, prior: { mean: 0, variance: 1 } }, target: { data: 'heights.csv' }, effort: { per_item: 0.1 } };
  await visit.page.setInputFiles('input[type="file"]', { name: 'mine.json', mimeType: 'application/json', buffer: Buffer.from(`// mine\n${JSON.stringify(problem)}`) });
  await visit.page.waitForSelector('.field .error:has-text("no data of this name was uploaded: heights.csv")');
  await visit.page.setInputFiles('input[type="file"]', { name: 'heights.csv', mimeType: 'text/csv', buffer: Buffer.from('height\n1\n2\n3\n') });
  await visit.page.waitForSelector('[data-test="headline"]');
  await visit.settled();
  expect(await visit.problem()).toEqual(problem);
});

test('a slow search shows how far it is, and can be cancelled', async () => {
  await visit.example('multinomial');
  await visit.page.click('button:has-text("Examples")');
  await visit.page.click('[data-example="wine"]');
  await visit.page.waitForSelector('.busy:has-text("proven")');
  await visit.page.click('.busy button:has-text("Cancel")');
  await visit.page.waitForSelector('.answer .error:has-text("Cancelled")');
  await visit.page.waitForSelector('button:has-text("Solve again")');
  await visit.page.click('button:has-text("Undo")');
  await visit.settled();
  await expectSameAsCommandLine(); // what was cancelled comes back no more
});

test('the best so far is enough', async () => {
  await visit.page.click('[data-example="wine"]');
  await visit.page.waitForSelector('.busy button:has-text("Take the best so far")');
  visit.mayStop = true;
  await visit.page.click('.busy button:has-text("Take the best so far")');
  await visit.page.waitForSelector('[data-test="proof"]:has-text("not proven")');
  expect(await visit.text('proof')).toContain('at most');
});

test('late answers never overwrite newer ones', async () => {
  await visit.example('multinomial');
  const answers = await visit.late('teach');
  const costs = ['0.5', '0.01', '0.7', '0.02', '0.9', '0.3'];
  for (const [i, cost] of costs.entries()) {
    await visit.page.fill('#field-effort-per-item', cost);
    await answers.asked(i + 1);
  }
  await answers.givenUp(costs.length - 1);
  await answers.release();
  await visit.complete();
  await expectSameAsCommandLine();
});

test('every model appears by itself, with a lesson and a picture', async () => {
  await visit.closeGallery();
  const models = await visit.page.$$eval('#field-model option', (options) => options.map((option) => (option as HTMLOptionElement).value));
  expect(models.length).toBeGreaterThanOrEqual(20);
  for (const model of models) {
    await visit.choose(model);
    if (model === 'program') {
      await visit.page.waitForSelector('.error:has-text("programs cannot be run here")');
      continue;
    }
    await visit.page.waitForSelector('[data-test="headline"]');
    expect(await visit.page.$$eval('.pictures figure', (figures) => figures.length), model).toBeGreaterThan(0);
    expect(await visit.page.$$('.form .error'), model).toEqual([]);
  }
});
