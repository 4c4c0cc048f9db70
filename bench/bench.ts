import { endAllProcesses } from './world/process.ts'

/** Each benchmark is loaded only when it is asked for: it runs beside nothing it does not need. */
const benchmarks: Record<string, () => Promise<{ run(): Promise<void> }>> = {
  starts: () => import('./starts/starts.ts'),
  overhead: () => import('./overhead/overhead.ts'),
  webhook: () => import('./webhook/webhook.ts'),
}

/** A benchmark that takes longer than this hangs, in ms. */
const longest = 180_000

async function main(): Promise<number> {
  const names = process.argv.slice(2)
  if (names.length === 0 || names.some((name) => !(name in benchmarks))) {
    console.error(`Usage: npm run bench -- <name>…   Names: ${Object.keys(benchmarks).join(', ')}`)
    return 1
  }
  for (const name of names) {
    const started = performance.now()
    const benchmark = await benchmarks[name]?.()
    await benchmark?.run()
    console.log(`${name} took ${((performance.now() - started) / 1000).toFixed(0)} s\n`)
  }
  return 0
}

setTimeout(() => {
  console.error(`Not finished after ${longest / 1000} s`)
  process.exit(1)
}, longest).unref()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
process.on('exit', endAllProcesses)

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error)
    process.exit(1)
  },
)
