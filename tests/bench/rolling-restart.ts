import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from './bench.ts'
import type { Report } from './support/report.ts'
import { measureRestarts, servesBefore } from './support/rolling.ts'
import type { Setup } from './support/setup.ts'

const roles = ['web', 'web', 'worker'] as const

/** Two web processes and a worker behind nginx, each restarted in turn while creates arrive. */
export async function run(context: Context): Promise<Report> {
  const seconds = context.quick ? 20 : 75
  const { rows, notes } = await measureRestarts(context, {
    roles,
    seconds,
    restart: restartInTurn,
  })
  const how = `Meanwhile the three processes are stopped (SIGTERM) and started again, one after the other, as long as creates arrive; the next one is stopped ${servesBefore / 1_000} s after the last one serves.`
  return { title: 'Rolling restart behind nginx', rows, notes: [how, ...notes] }
}

/** Restarts each process in turn until `signal`, at least once; returns the restarts of each. */
async function restartInTurn(setup: Setup, signal: AbortSignal): Promise<number[]> {
  const counts = roles.map(() => 0)
  for (let turn = 0; turn < roles.length || !signal.aborted; turn++) {
    const index = turn % roles.length
    await setup.restart(index)
    await delay(servesBefore)
    counts[index] = (counts[index] ?? 0) + 1
  }
  return counts
}
