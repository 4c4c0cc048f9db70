import { cellOf, type NamedRow } from './csv-rules.ts'
import type { ListProblem } from './price-list-rules.ts'

/** The most lines of a usage export. */
export const mostUsageLines = 100_000

/** The most differences of each sort that are listed; all of them count. */
export const mostListed = 200

/** What a provider billed for one job: the sum of its lines, in millionths. */
export type BilledJob = { requestId: string; endpoint: string | null; micros: number }

/** Names of the columns beside those that are known; absent: only these. */
export type UsageColumns = Partial<Record<'request_id' | 'endpoint' | 'cost', string | undefined>>

const names = {
  requestId: ['request_id', 'requestid', 'request', 'job_id', 'prediction_id', 'id'],
  endpoint: ['endpoint_id', 'endpoint', 'model', 'app'],
  cost: ['cost_total', 'total_cost', 'cost', 'total', 'amount', 'cost_(usd)', 'cost_usd'],
  nanos: ['cost_estimate_nano_usd'],
}

const nanosPerMicro = 1_000

/** Adds the lines of a usage export up by job; a line without a job or a cost is a problem. */
export function readUsage(
  rows: readonly NamedRow[],
  columns: UsageColumns = {},
): { jobs: BilledJob[] } | { problems: ListProblem[] } {
  if (rows.length === 0) return { problems: [{ path: 'file', message: 'has no lines' }] }
  const problems: ListProblem[] = []
  const nanos = new Map<string, { endpoint: string | null; nanos: number }>()
  const own = (name: string | undefined, known: readonly string[]) => (name ? [name] : known)
  for (const row of rows) {
    const id = String(cellOf(row, own(columns.request_id, names.requestId)) ?? '')
    const cost = nanosOf(row, own(columns.cost, names.cost), columns.cost === undefined)
    if (id === '' || id.length > 200)
      problems.push({ path: `line ${row.line}, request id`, message: 'is missing or too long' })
    if (cost === null)
      problems.push({ path: `line ${row.line}, cost`, message: 'must be a number, not negative' })
    if (problems.length >= 20) break
    if (id === '' || cost === null) continue
    const endpoint = cellOf(row, own(columns.endpoint, names.endpoint))
    const found = nanos.get(id) ?? {
      endpoint: endpoint === undefined ? null : String(endpoint),
      nanos: 0,
    }
    nanos.set(id, { ...found, nanos: found.nanos + cost })
  }
  if (problems.length > 0) return { problems }
  const jobs = [...nanos].map(([requestId, { endpoint, nanos: sum }]) => ({
    requestId,
    endpoint,
    micros: Math.round(sum / nanosPerMicro),
  }))
  return { jobs }
}

/** The most that one line may cost, in the currency. */
const mostCost = 1_000_000

/** In billionths, which fal has exactly: sums of rounded lines would differ. */
function nanosOf(row: NamedRow, costs: readonly string[], isKnown: boolean): number | null {
  const exact = isKnown ? cellOf(row, names.nanos) : undefined
  const value = Number(exact ?? String(cellOf(row, costs) ?? 'none').replace(/^\$/, ''))
  const nanos = exact === undefined ? Math.round(value * 1e9) : value
  return Number.isFinite(nanos) && nanos >= 0 && nanos <= mostCost * 1e9 ? nanos : null
}

/** A job as we recorded it. `micros`: its cost; `null`: unknown. */
export type RecordedJob = {
  request_id: string
  generation_id: string
  endpoint: string
  micros: number | null
}

/** A job that a provider billed otherwise than it was recorded; `null`: not there. */
export type UsageDifference = {
  request_id: string
  generation_id: string | null
  endpoint: string | null
  billed: number | null
  recorded: number | null
}

/** Compares what was billed with the records of these jobs: those that are not there, and others. */
export function compareUsage(
  billed: readonly BilledJob[],
  records: ReadonlyMap<string, RecordedJob>,
): { unknown: UsageDifference[]; different: UsageDifference[] } {
  const unknown: UsageDifference[] = []
  const different: UsageDifference[] = []
  for (const { requestId, endpoint, micros } of billed) {
    const record = records.get(requestId)
    if (record && record.micros === micros) continue
    const difference = {
      request_id: requestId,
      generation_id: record?.generation_id ?? null,
      endpoint: record?.endpoint ?? endpoint,
      billed: micros,
      recorded: record?.micros ?? null,
    }
    if (record) different.push(difference)
    else unknown.push(difference)
  }
  return { unknown, different }
}
