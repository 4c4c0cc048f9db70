import type { EntryFact, Snapshot } from '../checks/snapshot.ts'
import type { Findings, Violation } from '../checks/violation.ts'
import { outcomeOf } from '../plan/plan-money.ts'
import type { SaleRecord } from './sell.ts'

type Broken = Omit<Violation, 'invariant'>[]

const sum = (entries: EntryFact[]) => entries.reduce((total, { credits }) => total + credits, 0)

/** At any moment: what was paid was granted once, and what was taken back is gone or owed. */
export function checkPayments({ accounts, payments, entries }: Snapshot, findings: Findings): void {
  const broken = { granted: [] as Broken, owed: [] as Broken }
  const byPayment = Map.groupBy(entries, ({ payment_id }) => payment_id)
  for (const { id, credits, paid_at } of payments) {
    const grants = (byPayment.get(id) ?? []).filter(({ reason }) => reason === 'purchase')
    const due = paid_at ? [credits] : []
    if (String(grants.map((grant) => grant.credits)) === String(due)) continue
    broken.granted.push({
      detail: `payment ${id}: ${due} due, granted ${grants.map((grant) => grant.credits)}`,
    })
  }
  // What a deleted account owes its successor bears, so both are added up together.
  const holders = new Map(accounts.map(({ id, successor_id }) => [id, successor_id ?? id]))
  const byHolder = Map.groupBy(entries, ({ account_id }) => holders.get(account_id))
  for (const { id, name, credits, successor_id } of accounts) {
    if (successor_id) continue
    const owed = accounts.reduce(
      (total, one) => total + (holders.get(one.id) === id ? one.owed : 0),
      0,
    )
    const own = byHolder.get(id) ?? []
    const gone = -sum(
      own.filter(
        ({ reason }) => reason === 'reversal' || reason === 'return' || reason === 'repayment',
      ),
    )
    const own_payments = payments.filter(({ account_id }) => holders.get(account_id) === id)
    const due = own_payments.reduce((total, { taken_back }) => total + taken_back, 0)
    if (gone + owed === due && !(owed > 0 && credits > 0)) continue
    broken.owed.push({
      detail: `${name}: ${due} to be taken back, ${gone} gone, ${owed} owed, balance ${credits}`,
    })
  }
  findings.note('what was paid is granted once, the rest never', payments.length, broken.granted)
  findings.note(
    'what is taken back is gone or owed, and no account has both credits and a debt',
    accounts.length,
    broken.owed,
  )
}

/** At the end: the events of each sale match its granted and taken credits. */
export function checkSales(
  { payments }: Snapshot,
  records: SaleRecord[],
  findings: Findings,
): void {
  const rows = new Map(payments.map((payment) => [payment.id, payment]))
  const broken: Broken = []
  for (const { plan, account, sold, isReported } of records) {
    const row = sold && rows.get(sold.bought.paymentId)
    const due = sold && outcomeOf(plan.reports, sold.bought)
    const found = row && { brought: row.paid_at ? row.credits : 0, gone: row.taken_back }
    if (isReported && JSON.stringify(found) === JSON.stringify(due)) continue
    const detail = `${account.name}, sale ${plan.number}, sent ${JSON.stringify(plan.reports)}: ${JSON.stringify({ isReported, due, found })}`
    broken.push({ detail })
  }
  findings.note(
    'every sale ends as its events say, in whatever order and however often they arrive',
    records.length,
    broken,
  )
}
