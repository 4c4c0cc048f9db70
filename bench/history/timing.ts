import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Database } from '#database/database.ts'
import { type Summary, summarise } from '../measure/summary.ts'

/**
 * How long something took, and how much of it PostgreSQL worked: that changes less with what else
 * the machine does.
 */
export type Timing = { wall: Summary; cpu: Summary | null }

/**
 * Runs work again and again, one after the other, and sums up how long each took, in ms. The first
 * runs do not count.
 */
export async function time(
  count: number,
  work: (run: number) => Promise<unknown>,
  { warm = 10, cpu = () => Number.NaN } = {},
): Promise<Timing> {
  const taken = { wall: [] as number[], cpu: [] as number[] }
  for (let run = -warm; run < count; run++) {
    const [start, worked] = [performance.now(), cpu()]
    await work(run + warm)
    if (run < 0) continue
    taken.wall.push(performance.now() - start)
    taken.cpu.push(cpu() - worked)
  }
  return {
    wall: summarise(taken.wall),
    cpu: taken.cpu.some(Number.isNaN) ? null : summarise(taken.cpu),
  }
}

/**
 * Tells the CPU time that the database's only connection has used so far, in ms; not a number where
 * nobody says it.
 */
export async function cpuOf(database: Database): Promise<() => number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database)
  const file = `/proc/${rows[0]?.pid}/schedstat`
  const nanosecondsPerMs = 1e6
  return () => {
    try {
      return Number(readFileSync(file, 'utf8').split(' ')[0]) / nanosecondsPerMs
    } catch {
      return Number.NaN
    }
  }
}
