import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { fullRunOnly, SlowFirst } from './tests/support/test-order.ts'

/** Files that are named always run. */
const isFull =
  process.env.TEST_FULL === '1' ||
  process.argv.slice(2).some((arg) => arg !== 'run' && !arg.startsWith('-'))

export default defineConfig({
  test: {
    include: [
      '{src,packages}/**/*.test.{ts,tsx}',
      'scripts/**/*.test.{ts,mjs}',
      'tests/{chaos,deploy,fuzz}/**/*.test.ts',
    ],
    exclude: [
      ...configDefaults.exclude,
      ...(process.env.REQUIRE_INSTALL_TEST ? [] : ['tests/deploy/install.test.ts']),
      ...(isFull ? [] : fullRunOnly),
    ],
    sequence: { sequencer: SlowFirst },
    globalSetup: 'tests/support/global-setup.ts',
    setupFiles: 'tests/support/setup-file.ts',
    pool: 'forks',
    // Reading the server's modules anew for each file took half of the processor time.
    isolate: false,
    // Many tests wait for processes and disks: two more than there are cores keep these busy.
    maxWorkers: availableParallelism() + 2,
    // A busy machine is slow, not wrong; what never comes fails all the same.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000, interval: 20 } },
  },
})
