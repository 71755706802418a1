import { defineConfig } from 'vitest/config';

export default defineConfig({
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
  server: { fs: { allow: ['..'] } },
  test: { testTimeout: 300_000, hookTimeout: 300_000, fileParallelism: false }, // only what hangs takes that long
});
