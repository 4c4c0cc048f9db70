import { globSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import {
  formatTable,
  type Report,
  type Row,
  readLoadAverage,
  writeReport,
} from './support/report.ts'
import { openPostgres, type PostgresServer } from './support/setup.ts'

/**
 * `quick`: the shortest form that shows that the benchmark works; its figures say little. `full`: the
 * sizes of the recorded table, where these take more than ten minutes.
 */
export type Context = {
  server: PostgresServer
  quick: boolean
  full: boolean
  /** Prints these rows if the benchmark is broken off; returns them. */
  keepRows(rows: Row[]): Row[]
}

/** `fullMinutes`: it has a full form, and one that takes longer than that hangs. */
type Benchmark = { run(context: Context): Promise<Report>; fullMinutes?: number }

const usualMinutes = 10

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
const usage = `Usage: npm run bench -- [--quick | --full] <name>…   Names: ${names}
Each takes at most ten minutes and writes tests/bench/results/<name>.md, but for those with a full
form, which only that one writes.
--quick: as short as possible, without writing
--full: the sizes of the recorded tables, up to an hour and a half`

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      full: { type: 'boolean', default: false },
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
  for (const name of positionals) await measure(name, values)
  return 0
}

let opened: PostgresServer | null = null
let kept: Row[] = []

type Options = Pick<Context, 'quick' | 'full'>

async function measure(name: string, { quick, full }: Options): Promise<void> {
  const benchmark = await benchmarks[name]?.()
  if (!benchmark) return
  const { fullMinutes } = benchmark
  const limit = setTimeout(giveUp, ((full && fullMinutes) || usualMinutes) * 60_000)
  kept = []
  const keepRows = (rows: Row[]) => {
    kept.push(...rows)
    return rows
  }
  const [start, load] = [performance.now(), readLoadAverage()]
  await using server = await openPostgres()
  opened = server
  const report = await benchmark.run({ server, quick, full, keepRows })
  const isKept = !quick && (full || fullMinutes === undefined)
  await writeReport({
    name,
    report,
    server,
    loadBefore: load,
    isFull: full && fullMinutes !== undefined,
    isKept,
  })
  clearTimeout(limit)
  console.log(`${name} took ${((performance.now() - start) / 1000).toFixed(0)} s\n`)
}

async function giveUp(): Promise<void> {
  console.error('Interrupted, or it takes too long and must hang. Until then it found:')
  console.error(kept.length > 0 ? formatTable(kept).join('\n') : 'nothing')
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
