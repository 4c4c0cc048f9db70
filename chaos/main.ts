import { readOptions, replayCommand } from './options.ts'
import { startWorld } from './processes/world.ts'
import { runChaos } from './run-chaos.ts'

/** `npm run chaos`: exit code 0 when nothing that must never happen happened. */
const options = readOptions(process.argv.slice(2))
console.log(`Seed ${options.seed}. Replay: ${replayCommand(options)}`)
console.log(
  'Accounts, requests, faults and kills follow from the seed; which process is doing what at a kill does not.',
)

const stopping = new AbortController()
const world = await startWorld(options)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) {
  process.once(signal, () => {
    stopping.abort()
    void world.stop(false).then(() => process.exit(130))
  })
}
try {
  const violations = await runChaos(options, world, stopping.signal)
  await world.stop(violations > 0)
  process.exit(violations > 0 ? 1 : 0)
} catch (error) {
  console.error(error)
  console.error(`The run broke. Replay: ${replayCommand(options)}\nLogs: ${world.logs}`)
  await world.stop(true)
  process.exit(2)
}
