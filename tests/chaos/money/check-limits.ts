import type { GenerationFact, Snapshot } from '../checks/snapshot.ts'
import type { Findings, Violation } from '../checks/violation.ts'

type Broken = Omit<Violation, 'invariant'>[]

/**
 * At any moment: what is counted as spent today is what was charged, less refunded; no cap and no
 * ceiling is passed.
 */
export function checkLimits({ accounts, generations }: Snapshot, findings: Findings): void {
  const broken = { spent: [] as Broken, limits: [] as Broken }
  const byAccount = Map.groupBy(generations, ({ account_id }) => account_id)
  for (const { id, name, spent, spent_day, daily_cap, job_ceiling } of accounts) {
    const own = byAccount.get(id) ?? []
    const today = spentOn(own, spent_day)
    if (spent !== today)
      broken.spent.push({ detail: `${name}: spent ${spent}, its generations say ${today}` })
    if (daily_cap !== null && today > daily_cap)
      broken.limits.push({ detail: `${name}: ${today} of ${daily_cap}` })
    const dear = own.filter(({ price }) => job_ceiling !== null && price > job_ceiling)
    broken.limits.push(
      ...dear.map(({ id: generation, price }) => ({
        generation,
        detail: `${price} of ${job_ceiling}`,
      })),
    )
  }
  findings.note(
    'what is counted as spent is what was charged, less refunded',
    accounts.length,
    broken.spent,
  )
  findings.note('no daily cap and no ceiling is passed', generations.length, broken.limits)
}

function spentOn(generations: GenerationFact[], day: number): number {
  return generations.reduce((sum, own) => sum + (own.day === day ? own.price - own.refunded : 0), 0)
}
