import { setTimeout as delay } from 'node:timers/promises'
import { listProviderOutages } from '#core/generations/queries/outages.ts'
import type { Database } from '#platform/database/database.ts'
import type { CreateRecord } from '../load/record.ts'
import type { World } from '../processes/world.ts'
import type { GenerationFact, Snapshot } from './snapshot.ts'
import type { Findings, Violation } from './violation.ts'

type Broken = Omit<Violation, 'invariant'>[]

/**
 * When the product stopped a provider's models, in ms since 1970; `unseen`: of any provider, while
 * PostgreSQL did not answer.
 */
export type Stop = { provider: string; from: number; to: number }

const pause = 200
/** A look may come this much later than what it sees, in ms: PostgreSQL may just be away. */
const tolerance = 3_000
/** How long a worker may take to record what a provider answered, in ms. */
const patience = 10_000

/** Adds to `stops` which providers' models are stopped, again and again, until it is aborted. */
export async function watchStops(
  database: Database,
  stops: Stop[],
  signal: AbortSignal,
): Promise<void> {
  for (let seen = Date.now(); !signal.aborted; await delay(pause)) {
    const rows = await listProviderOutages(database).catch(() => null)
    if (!rows) continue
    const now = Date.now()
    if (now - seen > 4 * pause) stops.push({ provider: 'unseen', from: seen, to: now })
    seen = now
    for (const { provider } of rows) {
      const last = stops.findLast((stop) => stop.provider === provider)
      if (last && now - last.to < tolerance) last.to = now
      else stops.push({ provider, from: now, to: now })
    }
  }
}

type Past = {
  rejections: readonly number[]
  isStopped(provider: string, from: number, to?: number): boolean
  isKilled(from: number, to: number): boolean
  /** Whether a kill may have prevented that what was answered then is recorded. */
  isLost(at: number): boolean
}

/**
 * What fails at one provider stays there: its own models are stopped, those of the other are not,
 * and what met no fault is completed. `stops`: when the models of each were stopped.
 */
export function checkProviders(
  snapshot: Snapshot,
  records: CreateRecord[],
  { stops, world }: { stops: Stop[]; world: Pick<World, 'kills' | 'second'> },
  findings: Findings,
): void {
  const past: Past = {
    rejections: world.second.rejections,
    isStopped: (provider, from, to = from) =>
      stops.some(
        (stop) =>
          (stop.provider === provider || stop.provider === 'unseen') && overlaps(stop, from, to),
      ),
    isKilled: (from, to) =>
      world.kills.some(({ at, backAt }) =>
        overlaps({ from: at, to: backAt ?? Date.now() }, from, to),
      ),
    isLost: (answered) =>
      world.kills.some(({ target, at, backAt }) => {
        const end = target === 'postgres' ? (backAt ?? Date.now()) : at
        return at < answered + 2_000 && end > answered - 500
      }),
  }
  checkStops(records, past, findings)
  checkEnds(snapshot, records, past, findings)
}

function checkStops(records: CreateRecord[], past: Past, findings: Findings): void {
  const { rejections, isStopped, isLost } = past
  const unheard = rejections.filter(
    (at) => !isStopped('replicate', at, at + patience) && !isLost(at),
  )
  findings.note(
    'a provider that rejects our account gets no more submits for a while',
    rejections.length,
    unheard.map((at) => ({ detail: `rejected at ${new Date(at).toISOString()}` })),
  )
  const refused = records.flatMap(({ plan, steps }) =>
    steps
      .filter(({ what, outcome }) => what === 'create' && outcome.endsWith(' provider_unavailable'))
      .map(({ at }) => ({ at, plan })),
  )
  findings.note(
    'the outage of a provider stops its own models alone',
    refused.length,
    refused
      .filter(({ at, plan }) => !isStopped(plan.provider, at))
      .map(({ plan }) => ({ tag: plan.tag, detail: `${plan.provider} was not stopped` })),
  )
}

function checkEnds(
  { generations }: Snapshot,
  records: CreateRecord[],
  past: Past,
  findings: Findings,
): void {
  const rows = new Map(generations.map((row) => [row.id, row]))
  const broken = { fal: [] as Broken, replicate: [] as Broken, several: [] as Broken }
  const counts = { fal: 0, replicate: 0, several: 0 }
  for (const { plan, ids, cancelled } of records) {
    const [row] = [...ids].flatMap((id) => rows.get(id) ?? [])
    if (!row || plan.faults.length > 0 || cancelled || row.error_code === 'cancelled') continue
    const isRefunded = row.status === 'failed' && row.refunded === row.price
    const isExcused = plan.provider === 'fal' ? isExplained(row, past) : isRefunded
    counts[plan.provider] += 1
    if (row.status === 'completed' || isExcused) continue
    const detail = `${row.status} (${row.error_code}), refunded ${row.refunded} of ${row.price}`
    broken[plan.provider].push({ generation: row.id, tag: plan.tag, detail })
  }
  findings.note(
    'what meets no fault is completed, while another provider is down',
    counts.fal,
    broken.fal,
  )
  findings.note(
    'what a provider that is down does not complete is refunded',
    counts.replicate + counts.several,
    [...broken.replicate, ...broken.several],
  )
}

/** Its submit may have been cut off by a kill, and its own provider may have rejected our account. */
function isExplained(row: GenerationFact, { isStopped, isKilled }: Past): boolean {
  const [from, to] = [row.created_at.getTime(), row.completed_at?.getTime() ?? Date.now()]
  if (row.error_code === 'temporarily_unavailable') return isStopped('fal', from, to)
  return row.error_code === 'unknown_outcome' && isKilled(from, to)
}

const overlaps = (period: { from: number; to: number }, from: number, to: number) =>
  period.from - tolerance <= to && from <= period.to + tolerance
