import { defineConfig } from 'vitest/config';

export default defineConfig({
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
  server: { fs: { allow: ['..'] } },
  test: { testTimeout: 40_000, hookTimeout: 60_000, fileParallelism: false },
});
