import pino from 'pino'
import { startWatchdog } from '#main/watchdog/watchdog.ts'
import { withRequestId } from '#telemetry/request-id.ts'

/** A process whose event loop stands still for the given time in ms, from its first line on. */
const [stuckMs, limitMs] = process.argv.slice(2).map(Number)

const log = pino({ base: { role: 'worker' } }, pino.destination({ dest: 1, sync: true }))
startWatchdog({
  log,
  meter: { count: (name) => log.info(name) },
  limitMs: limitMs || null,
  destination: 1,
})

function readForEver(): void {
  const end = performance.now() + (stuckMs ?? 0)
  while (performance.now() < end);
}

// The thread starts while the loop still runs.
setTimeout(() => withRequestId('request-1', readForEver), 500)
const stop = setInterval(() => undefined, 1_000)
process.on('disconnect', () => clearInterval(stop))
