import type { ActFact, Snapshot } from '../checks/snapshot.ts'
import type { Findings, Violation } from '../checks/violation.ts'
import type { Account } from '../load/create.ts'
import { type ActRecord, reasonOf } from './operate.ts'

type Broken = Omit<Violation, 'invariant'>[]

/** At any moment: what operators gave and took is what the audit log says, credit by credit. */
export function checkGrants(
  { entries, acts, accounts: rows }: Snapshot,
  accounts: Account[],
  findings: Findings,
): void {
  const broken: Broken = []
  const opening = new Map(accounts.map(({ id, credits }) => [id, credits]))
  for (const { id, name } of rows) {
    const own = entries.filter(({ account_id }) => account_id === id)
    const moved = (reason: string) =>
      own.filter((entry) => entry.reason === reason).reduce((sum, { credits }) => sum + credits, 0)
    const logged = (act: string) =>
      acts.filter((one) => one.account_id === id && one.act === act).reduce(creditsOf, 0)
    const given = (opening.get(id) ?? 0) + logged('account.grant')
    const taken = logged('account.take')
    if (moved('grant') !== given || -moved('correction') !== taken) {
      const detail = `${name}: given ${given}, entries ${moved('grant')}; taken ${taken}, entries ${-moved('correction')}`
      broken.push({ detail })
    }
  }
  findings.note('every balance equals what was given, bought and taken', rows.length, broken)
}

const creditsOf = (sum: number, { details }: ActFact) => sum + Number(details.credits)

/**
 * In the end: what was acknowledged is written down once, what was refused never; nothing is
 * refunded or retried twice.
 */
export function checkActs(
  { acts, generations }: Snapshot,
  records: ActRecord[],
  findings: Findings,
): void {
  const written = Map.groupBy(acts, ({ reason }) => reason)
  const broken: Broken = []
  for (const { plan, acknowledged, unknown } of records) {
    const count = written.get(reasonOf(plan))?.length ?? 0
    const isOnce = plan.act === 'refund' || plan.act === 'retry'
    const isRight =
      count >= acknowledged && count <= acknowledged + unknown && !(isOnce && count > 1)
    if (!isRight)
      broken.push({
        detail: `${reasonOf(plan)}: acknowledged ${acknowledged}, written down ${count} times`,
      })
  }
  const retries = generations.flatMap(({ price, parent_id, id }) =>
    price === 0 ? [{ parent: parent_id, id }] : [],
  )
  const twice = [...Map.groupBy(retries, ({ parent }) => parent)].filter(
    ([, list]) => list.length > 1,
  )
  for (const [parent, list] of twice)
    broken.push({ detail: `${parent} was retried as ${list.map(({ id }) => id)}` })
  findings.note('an operator’s act happens once, and is written down', records.length, broken)
}
