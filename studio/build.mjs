// Builds the page as one file that may run nothing but itself: the script and the style stand inside it, and the policy
// that the server sends names both by their hashes. The result is in $DIDACT_STUDIO_OUT, or dist.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

const largest = 150 * 1024; // of the page, gzipped
const out = process.env.DIDACT_STUDIO_OUT ?? 'dist';
const parts = join(out, 'parts');

const types = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '--noEmit'], { stdio: 'inherit' });
if (types.status !== 0) process.exit(types.status ?? 1);
await build({ logLevel: 'warn', cacheDir: join(out, 'cache'), build: { outDir: parts, emptyOutDir: true } });

const read = (name) => readFileSync(join(parts, name), 'utf8');
const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const script = read('studio.js').replaceAll('</script', '<\\/script');
const style = read('studio.css');
let page = read('index.html');
const put = (pattern, text) => {
  if (!pattern.test(page)) throw new Error(`the built page has no ${pattern}`);
  page = page.replace(pattern, () => text);
};
put(/\s*<script type="module"[^>]*><\/script>/, '');
put(/<link rel="stylesheet"[^>]*>/, `<style>${style}</style>`);
put(/<\/body>/, `<script type="module">${script}</script>\n  </body>`);

const policy = [
  "default-src 'none'",
  `script-src ${hash(script)}`,
  `style-src ${hash(style)}`,
  "connect-src 'self'",
  'img-src data: blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const packed = gzipSync(page, { level: 9 });
mkdirSync(out, { recursive: true });
writeFileSync(join(out, 'page.html.gz'), packed);
writeFileSync(join(out, 'policy.txt'), policy);
console.log(`the page has ${page.length} bytes, ${packed.length} gzipped (at most ${largest})`);
if (packed.length > largest) process.exit(1);
