import type { CreateRecord } from '../load/record.ts'
import type { Snapshot } from './snapshot.ts'
import type { Findings } from './violation.ts'

/** So many of a model's jobs end well while one of its three providers is away. */
const leastShare = 0.99

/** A model of several providers goes on without the one that is away. */
export function checkRoutes(
  { generations }: Snapshot,
  records: CreateRecord[],
  findings: Findings,
): void {
  const rows = new Map(generations.map((row) => [row.id, row]))
  const own = records.flatMap(({ plan, ids, cancelled }) => {
    const [row] = [...ids].flatMap((id) => rows.get(id) ?? [])
    const isCounted = plan.provider === 'several' && !cancelled && row?.error_code !== 'cancelled'
    return row && isCounted ? [row] : []
  })
  const failed = own.filter(({ status }) => status !== 'completed')
  const details = failed.slice(0, 20).map(({ id, status, error_code, provider }) => ({
    ...{ generation: id, detail: `${status} (${error_code}) at ${provider ?? 'no provider'}` },
  }))
  findings.note(
    `at least ${leastShare * 100} % of a model's jobs end well while one of its providers is away`,
    own.length,
    failed.length > own.length * (1 - leastShare) ? details : [],
  )
}
