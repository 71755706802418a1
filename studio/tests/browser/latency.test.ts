// How long it takes from moving a slider until the new lesson is there.

import { expect, onTestFinished, test } from 'vitest';
import { RunningStudio, type Visit } from './studio';

const rounds = 15;
const immediate = 30; // milliseconds: two frames
const mostOfBare = 10;

/** The first quartile: other work on the machine slows down some of the rounds, rarely most of them. */
const quick = (times: number[]): number => times.sort((a, b) => a - b)[Math.floor(times.length / 4)]!;

/** From the page to the server and back with nothing to solve or draw: how fast the machine is just now. */
function bareRoundTrip(visit: Visit): Promise<number> {
  return visit.page.evaluate(async () => {
    const started = performance.now();
    const response = await fetch('/api/opened', { headers: { Authorization: `Bearer ${localStorage.getItem('didact-token')}` } });
    await response.json();
    return performance.now() - started;
  });
}

// A limit in milliseconds alone would test the machine, and whatever else it is doing. So bare round trips are measured in between, and a
// lesson, which also goes through a worker and comes with a picture, may take ten times as long. It takes three to five times as long; if
// something waits for a timer on the way, it takes more than ten. What takes less than two frames is immediate on any machine.
test('moving a slider feels immediate', async () => {
  const studio = await RunningStudio.start();
  onTestFinished(() => studio.stop());
  const visit = await studio.open();
  const all: Record<string, { lesson: number; bare: number }> = {};
  for (const id of ['multinomial', 'gaussian-mean', 'multivariate', 'threshold', 'hypotheses']) {
    await visit.example(id);
    const slider = await visit.page.waitForSelector('.removable input[type="range"]');
    await slider.focus();
    const lessons: number[] = [];
    const bare: number[] = [];
    for (let i = 0; i < rounds; ++i) {
      const before = await visit.answers();
      await visit.page.keyboard.press(i % 2 ? 'ArrowLeft' : 'ArrowRight');
      await visit.page.waitForFunction((last) => Number((document.querySelector('section.answer') as HTMLElement).dataset['answers']) > last, before);
      lessons.push(await visit.roundTrip());
      bare.push(await bareRoundTrip(visit));
    }
    all[id] = { lesson: quick(lessons), bare: quick(bare) };
  }
  console.log('round trips, ms:', JSON.stringify(all, (_, value: unknown) => (typeof value === 'number' ? Math.round(value * 10) / 10 : value)));
  for (const [id, { lesson, bare }] of Object.entries(all)) expect(lesson, id).toBeLessThan(Math.max(immediate, mostOfBare * bare));
});
