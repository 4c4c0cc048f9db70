import { endAllProcesses } from './world/process.ts'

/** What begins with `--` goes to every benchmark. `longest`: one that takes longer hangs, in ms. */
type Benchmark = { run(flags: string[]): Promise<void>; longest?: number }

/** Each benchmark is loaded only when it is asked for: it runs beside nothing it does not need. */
const benchmarks: Record<string, () => Promise<Benchmark>> = {
  'first-visit': () => import('./first-visit/first-visit.ts'),
  events: () => import('./events/events.ts'),
  gallery: () => import('./gallery/gallery.ts'),
  history: () => import('./history/history.ts'),
  storage: () => import('./storage/storage.ts'),
  'rolling-restart': () => import('./rolling-restart/rolling-restart.ts'),
  starts: () => import('./starts/starts.ts'),
  overhead: () => import('./overhead/overhead.ts'),
  webhook: () => import('./webhook/webhook.ts'),
  zip: () => import('./zip/zip.ts'),
}

const usual = 180_000

async function main(): Promise<number> {
  const args = process.argv.slice(2)
  const [flags, names] = [
    args.filter((arg) => arg.startsWith('--')),
    args.filter((arg) => !arg.startsWith('--')),
  ]
  if (names.length === 0 || names.some((name) => !(name in benchmarks))) {
    console.error(`Usage: npm run bench -- <name>…   Names: ${Object.keys(benchmarks).join(', ')}`)
    return 1
  }
  for (const name of names) {
    const started = performance.now()
    const benchmark = await benchmarks[name]?.()
    const limit = setTimeout(giveUp, benchmark?.longest ?? usual)
    await benchmark?.run(flags)
    clearTimeout(limit)
    console.log(`${name} took ${((performance.now() - started) / 1000).toFixed(0)} s\n`)
  }
  return 0
}

function giveUp() {
  console.error('It takes too long: it must hang')
  process.exit(1)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
process.on('exit', endAllProcesses)

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error)
    process.exit(1)
  },
)
