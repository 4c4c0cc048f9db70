import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openBareEnvironment } from './lib/bare-environment.mjs'
import { ensureBuilt } from './lib/ensure-built.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { findChromium } from './lib/find-chromium.mjs'
import { pinnedNode, toolEnvironment, toolPath } from './lib/paths.mjs'
import { main, run, say } from './lib/run.mjs'
import {
  abortReports,
  pageSnapshots,
  playwrightResult,
  skippedFiles,
  slowestFiles,
  sum,
  summary,
  vitestResult,
} from './lib/test-results.mjs'

/** What shows that statements, money and histories are right where accounts are distributed. */
const citusTests = [
  'src/platform/database/distributed',
  'src/core/credits/queries/ledger.test.ts',
  'src/core/generations/queries/leases.test.ts',
  'src/core/generations/queries/advance.test.ts',
  'src/core/schema/schema.test.ts',
  'src/features/canvas',
  'src/features/costs',
  'src/features/groups',
  'src/features/moderation',
  'src/features/payments',
  'src/features/presets',
  'src/features/webhooks/crash.test.ts',
  'src/core/generations/limits.test.ts',
  'src/core/generations/start-generation.test.ts',
  'src/core/generations/input-files.test.ts',
  'src/core/generations/cancel-generation.test.ts',
  'src/core/generations/steps/metered-price.test.ts',
  'src/core/generations/steps/run-step.test.ts',
  'src/core/generations/steps/receive-webhook.test.ts',
  'src/core/generations/steps/store-result.test.ts',
  'src/core/history/retention.test.ts',
  'src/core/worker/online-migrations.test.ts',
  'src/core/history/delete-together.test.ts',
  'src/core/history/delete-generations.test.ts',
  'src/core/history/history-filters.test.ts',
  'src/core/history/seal-blocks.test.ts',
  'src/core/history/gather-texts.test.ts',
  'src/core/history/list-changes.test.ts',
  'src/core/image-search',
  'src/core/credits/check-ledger.test.ts',
  'src/core/credits/read-statement.test.ts',
  'src/core/account-data/erase-account-data.test.ts',
  'src/core/admin/acts.test.ts',
  'src/core/accounts/queries/accounts.test.ts',
  'src/core/generations/queries/admin-generations.test.ts',
  'src/core/events/changes.test.ts',
  'src/main/crash.test.ts',
  'src/core/api/security/races.test.ts',
  'src/core/history/routes/filters.test.ts',
  'src/core/downloads/media-routes.local.test.ts',
  'src/core/accounts/routes/sign-in.test.ts',
]

// `npm test`: everything but the browser tests without the tag @smoke and the slow tests
// that tests/support/test-order.ts lists; `npm run test:full`: those, too, and a part of all on Citus
// where it is installed. With `--bare` vitest runs with nothing of this machine but node, npm and git, and
// only what it left out there runs here. With `--in-turn` a fifth of the browser tests without the tag
// runs, another one after each commit: they take most of the time. Or the tests that are named:
// `npm test -- tests/e2e/create/journey.spec.ts` is a browser test, anything else is for vitest.
await main(async () => {
  const isFull = process.argv.includes('--full')
  const isBare = process.argv.includes('--bare')
  const flags = ['--full', '--bare', '--in-turn']
  const args = process.argv.slice(2).filter((arg) => !flags.includes(arg))
  const isBrowser = args.some((arg) => arg.startsWith('tests/e2e/') || arg.endsWith('.spec.ts'))
  if (isFull) process.env.TEST_FULL = '1'
  await ensureInstalled({ forDevelopment: true })
  await ensureBuilt()

  const reports = mkdtempSync(join(tmpdir(), 'atelier-reports-'))
  const results = []
  try {
    if (!isBrowser) results.push(...(await (isBare ? runBare : runHere)(args, reports)))
    if (args.length === 0) results.push(await runChaos())
    if (isFull && args.length === 0) {
      results.push(...(await runOnCitus(join(reports, 'citus.json'))))
      results.push(await runRemovable())
    }
    if (isBrowser || args.length === 0)
      for (const tests of isBrowser ? [args] : browserTests(isFull))
        results.push(await runPlaywright(tests, join(reports, 'playwright.json')))
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
  const all = sum(results)
  process.stdout.write(`\n${summary(all)}\n`)
  if (all.failed.length > 0) process.exitCode = 1
})

/** The runs of the browser tests, as options of Playwright. */
function browserTests(isFull) {
  const smoke = ['--grep', '@smoke']
  if (!isFull) return [smoke]
  if (!process.argv.includes('--in-turn')) return [[]]
  const { stdout } = spawnSync('git', ['rev-list', '--count', 'HEAD'], { encoding: 'utf8' })
  const fifth = (Number(stdout) % 5) + 1
  return [smoke, ['--grep-invert', '@smoke', `--shard=${fifth}/5`]]
}

/**
 * The same tests and the short run on a Citus cluster, where one is installed; `REQUIRE_CITUS`
 * makes its absence a failure.
 */
async function runOnCitus(report) {
  const check = ['tests/support/database/check-citus.ts']
  const code = await run(pinnedNode(), check, { env: toolEnvironment() })
  if (code !== 0) {
    if (process.env.REQUIRE_CITUS) return [{ passed: 0, failed: ['Citus, which does not start'] }]
    say('Skipped: the tests on Citus, which does not start here.')
    return []
  }
  process.env.TEST_DATABASE = 'citus'
  const tests = await runVitest(citusTests, report)
  delete process.env.TEST_DATABASE
  return [tests, await runChaos('--citus')]
}

async function runHere(args, reports) {
  return [await runVitest(args, join(reports, 'vitest.json'))]
}

/** In the bare environment, and what was left out there in this one. */
async function runBare(args, reports) {
  const bare = await openBareEnvironment()
  const report = join(bare.directory, 'vitest.json')
  try {
    const result = await runVitest(args, report, bare.options)
    const others = skippedFiles(report, bare.options.cwd)
    return others.length > 0 ? [result, ...(await runHere(others, reports))] : [result]
  } finally {
    bare.remove()
  }
}

/** `place`: the options of its process, where that is not as here. */
async function runVitest(args, report, place = { env: toolEnvironment() }) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const command = [toolPath('vitest'), 'run', ...reporters, ...args]
  const directory = dirname(report)
  const reported = `--report-on-fatalerror --report-directory=${directory}`
  const { TEST_FULL = '' } = process.env
  const env = {
    ...place.env,
    ...{ TEST_FULL, NODE_OPTIONS: `${place.env.NODE_OPTIONS ?? ''} ${reported}` },
  }
  const code = await run(pinnedNode(), command, { stdio: 'inherit', ...place, env })
  process.stdout.write(`\nThe slowest files:\n${slowestFiles(report, 20).join('\n')}\n`)
  for (const abort of abortReports(directory)) process.stdout.write(`\n${abort}\n`)
  return vitestResult(report, code)
}

/**
 * The short run: real processes, kills and faults, always the same schedule. It counts as one test.
 */
async function runChaos(...flags) {
  const code = await run(pinnedNode(), ['tests/chaos/main.ts', '--seed', '1', ...flags], {
    stdio: 'inherit',
    env: toolEnvironment(),
  })
  const name = ['chaos, the short run', ...flags].join(' ')
  return code === 0 ? { passed: 1, failed: [] } : { passed: 0, failed: [name] }
}

/**
 * Whether the product does without one of the features, another one after each commit, or with one
 * more. It counts as one test.
 */
async function runRemovable() {
  const chromium = await findChromium()
  const command = ['tests/features/main.ts', '--in-turn']
  const env = toolEnvironment(chromium && { CHROMIUM_PATH: chromium })
  const code = await run(pinnedNode(), command, { stdio: 'inherit', env })
  return code === 0
    ? { passed: 1, failed: [] }
    : { passed: 0, failed: ['a feature cannot be removed, or added'] }
}

async function runPlaywright(args, report) {
  const chromium = await findChromium()
  const env = toolEnvironment({
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    ...(chromium && { CHROMIUM_PATH: chromium }),
  })
  const command = [
    toolPath('@playwright/test', 'playwright'),
    'test',
    '--pass-with-no-tests',
    ...args,
  ]
  const code = await run(pinnedNode(), command, { stdio: 'inherit', env })
  for (const page of pageSnapshots(report)) process.stdout.write(`\n${page}\n`)
  return playwrightResult(report, code)
}
