import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.{ts,mjs}', 'chaos/**/*.test.ts'],
    globalSetup: 'src/testing/global-setup.ts',
    pool: 'forks',
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
