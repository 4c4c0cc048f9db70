import pino from 'pino'
import { startWatchdog } from '#main/watchdog.ts'
import { withRequestId, withStep } from '#platform/telemetry/request-id.ts'

/**
 * A process whose event loop stands still for the given time in ms, from its first line on, in the
 * step of a generation of the given database.
 */
const [stuck, limit, url = '', id = '', accountId = ''] = process.argv.slice(2)
const stuckMs = Number(stuck)
const limitMs = Number(limit)

const log = pino({ base: { role: 'worker' } }, pino.destination({ dest: 1, sync: true }))
startWatchdog({
  log,
  meter: { count: (name) => log.info(name) },
  limitMs: limitMs || null,
  destination: 1,
  database: { url },
})

function readForEver(): void {
  const end = performance.now() + stuckMs
  while (performance.now() < end);
}

// The thread starts while the loop still runs.
const readInStep = () => withStep({ id, accountId }, readForEver)
setTimeout(() => withRequestId('request-1', readInStep), 500)
const stop = setInterval(() => undefined, 1_000)
process.on('disconnect', () => clearInterval(stop))
