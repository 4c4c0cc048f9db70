import { globSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Report, readLoadAverage, writeReport } from './support/report.ts'
import { openPostgres, type PostgresServer } from './support/setup.ts'

/** `quick`: the shortest form that shows that the benchmark works; its figures say little. */
export type Context = { server: PostgresServer; quick: boolean }

/** `maxMinutes`: one that takes longer hangs. */
type Benchmark = { run(context: Context): Promise<Report>; maxMinutes?: number }

/** Each benchmark is loaded only when it is named: it runs beside nothing it does not need. */
const benchmarks: Record<string, () => Promise<Benchmark>> = {
  citus: () => import('./citus.ts'),
  events: () => import('./events.ts'),
  'first-touch': () => import('./first-touch.ts'),
  'first-visit': () => import('./first-visit.ts'),
  gallery: () => import('./gallery.ts'),
  generation: () => import('./generation.ts'),
  growth: () => import('./growth.ts'),
  history: () => import('./history.ts'),
  marks: () => import('./marks.ts'),
  'near-copies': () => import('./near-copies.ts'),
  overhead: () => import('./overhead.ts'),
  profile: () => import('./profile.ts'),
  'rolling-restart': () => import('./rolling-restart.ts'),
  'rolling-upgrade': () => import('./rolling-upgrade.ts'),
  soak: () => import('./soak.ts'),
  starts: () => import('./starts.ts'),
  storage: () => import('./storage.ts'),
  webhook: () => import('./webhook.ts'),
}
for (const file of globSync('src/features/*/*.bench.ts'))
  benchmarks[path.basename(file, '.bench.ts')] = () => import(path.resolve(file))

const names = Object.keys(benchmarks).join(', ')
const usage = `Usage: npm run bench -- [--quick] <name>…   Names: ${names}
--quick: as short as possible, without writing tests/bench/results`

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
    allowPositionals: true,
  })
  if (values.help) {
    console.log(usage)
    return 0
  }
  if (positionals.length === 0 || positionals.some((name) => !(name in benchmarks))) {
    console.error(usage)
    return 1
  }
  for (const name of positionals) await measure(name, values.quick)
  return 0
}

let opened: PostgresServer | null = null

async function measure(name: string, quick: boolean): Promise<void> {
  const benchmark = await benchmarks[name]?.()
  if (!benchmark) return
  const limit = setTimeout(giveUp, (benchmark.maxMinutes ?? 3) * 60_000)
  const [start, load] = [performance.now(), readLoadAverage()]
  await using server = await openPostgres()
  opened = server
  const report = await benchmark.run({ server, quick })
  await writeReport({ name, report, server, loadBefore: load, isKept: !quick })
  clearTimeout(limit)
  console.log(`${name} took ${((performance.now() - start) / 1000).toFixed(0)} s\n`)
}

async function giveUp(): Promise<void> {
  console.error('Interrupted, or it takes too long and must hang')
  await opened?.[Symbol.asyncDispose]()
  process.exit(1)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, giveUp)

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error)
    process.exit(1)
  },
)
