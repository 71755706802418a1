// Draws the pictures of the studio that docs/studio.md shows: node screens.mjs [PROGRAM]
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const program = process.argv[2] ?? '../build/didact';
const studio = spawn(program, ['studio', '--no-browser', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
const address = await new Promise((done) => studio.stdout.once('data', (text) => done(text.toString().trim())));
const browser = await chromium.launch({ executablePath: ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync), args: ['--no-sandbox'] });

const screens = [
  { name: 'studio-light', example: 'multinomial', colorScheme: 'light', viewport: { width: 1360, height: 960 } },
  { name: 'studio-dark', example: 'multivariate', colorScheme: 'dark', viewport: { width: 1360, height: 760 } },
  { name: 'studio-threshold', example: 'threshold', colorScheme: 'light', viewport: { width: 1360, height: 900 } },
  { name: 'studio-flowers', example: 'flowers', colorScheme: 'light', viewport: { width: 1360, height: 780 } },
  { name: 'studio-phone', example: 'gaussian-mean', colorScheme: 'light', viewport: { width: 380, height: 1500 } },
  { name: 'studio-gallery', colorScheme: 'light', viewport: { width: 1360, height: 900 } },
];
for (const { name, example, ...options } of screens) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await page.goto(address);
  await page.waitForSelector('dialog.gallery');
  if (example) {
    await page.click(`[data-example="${example}"]`);
    await page.waitForSelector('section.answer[aria-busy="false"] [data-test="headline"]');
    await page.waitForTimeout(2500);
  } else {
    await page.waitForTimeout(1500);
  }
  await page.screenshot({ path: `../docs/pictures/${name}.png` });
  await context.close();
}
await browser.close();
studio.kill('SIGINT');
