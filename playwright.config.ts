import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'

const executablePath = process.env.CHROMIUM_PATH
// Chromium's sandbox does not work for root; the rest keeps it from calling its maker.
const quiet = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
]
// Another window for the tests that name none: E2E_VIEWPORT=390x844.
const [width, height] = process.env.E2E_VIEWPORT?.split('x').map(Number) ?? []
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []

export default defineConfig({
  testDir: '.',
  testMatch: ['tests/e2e/**/*.spec.ts', 'src/features/**/*.spec.ts'],
  outputDir: 'test-results',
  reporter: [['list'], ['json', { outputFile: 'test-results/report.json' }]],
  workers: availableParallelism(),
  fullyParallel: true,
  retries: 0,
  // A busy machine is slow, not wrong; what never appears fails all the same.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env.CI),
  use: {
    browserName: 'chromium',
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    ...(width && height && { viewport: { width, height } }),
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [...asRoot, ...quiet, '--disable-sync', '--disable-gpu'],
      // Without a language of UTF-8, Chromium cannot name a file in Chinese.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    },
    // Tests hold back and change requests, which a service worker would send past them. What tests
    // it switches it on.
    serviceWorkers: 'block',
    // Pictures of every step cost a third of the run, snapshots of the page about a fifth of its
    // processor time; a failure has its own picture. For one test: --trace on.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
  },
})
