import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readOptions, replayCommand } from './options.ts'
import { startWorld, type World } from './processes/world.ts'
import { runChaos } from './run-chaos.ts'

/** `npm run chaos`: exit code 0 when nothing that must never happen happened. */
const options = readOptions(process.argv.slice(2))
console.log(`Seed ${options.seed}. Replay: ${replayCommand(options)}`)
console.log(
  'Accounts, requests, faults and kills follow from the seed; which process is doing what at a kill does not.',
)

const stopping = new AbortController()
const directory = await mkdtemp(path.join(tmpdir(), 'atelier-chaos-'))
let starting: Promise<World> | undefined
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'])
  process.once(signal, () => void end(130, false))

/** Whatever was started is ended; the logs stay only where they are needed. */
async function end(code: number, keepLogs: boolean): Promise<never> {
  stopping.abort()
  await starting?.then((world) => world.stop()).catch(() => undefined)
  const removed = keepLogs ? ['data', 'database', 'provider', 'tmp'] : ['.']
  for (const name of removed)
    await rm(path.join(directory, name), { recursive: true, force: true, maxRetries: 3 })
  process.exit(code)
}

try {
  starting = startWorld(options, directory)
  const violations = await runChaos(options, await starting, stopping.signal)
  if (!stopping.signal.aborted) await end(violations > 0 ? 1 : 0, violations > 0)
} catch (error) {
  if (!stopping.signal.aborted) {
    console.error(error)
    console.error(`The run broke. Replay: ${replayCommand(options)}\nLogs: ${directory}`)
    await end(2, true)
  }
}
