// How long it takes from moving a slider until the new lesson is drawn.

import { expect, test } from 'vitest';
import { RunningStudio } from './studio';

test('moving a slider feels immediate', async () => {
  const studio = await RunningStudio.start();
  const visit = await studio.open();
  const all: Record<string, number> = {};
  for (const id of ['multinomial', 'gaussian-mean', 'multivariate', 'threshold', 'hypotheses']) {
    await visit.example(id);
    const slider = await visit.page.waitForSelector('.removable input[type="range"]');
    await slider.focus();
    const times: number[] = [];
    for (let i = 0; i < 15; ++i) {
      const before = await visit.answers();
      await visit.page.keyboard.press(i % 2 ? 'ArrowLeft' : 'ArrowRight');
      await visit.page.waitForFunction((last) => Number((document.querySelector('section.answer') as HTMLElement).dataset['answers']) > last, before);
      times.push(await visit.roundTrip());
    }
    times.sort((a, b) => a - b);
    all[id] = times[7]!;
  }
  console.log('median round trips, ms:', JSON.stringify(all, (_, value: unknown) => (typeof value === 'number' ? Math.round(value * 10) / 10 : value)));
  await studio.stop();
  for (const time of Object.values(all)) expect(time).toBeLessThan(50);
}, 60_000);

