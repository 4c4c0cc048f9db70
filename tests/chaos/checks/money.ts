import { countResults, type GenerationFact, type Snapshot } from './snapshot.ts'
import type { Findings, Violation } from './violation.ts'

type Broken = Omit<Violation, 'invariant'>[]

/**
 * The ledger against the balances and the generations (docs/spec/money.md#ledger). A retry costs
 * nothing.
 */
export function checkMoney(snapshot: Snapshot, findings: Findings): void {
  checkBalances(snapshot, findings)
  const entries = Map.groupBy(
    snapshot.entries.filter((entry) => entry.generation_id !== null),
    (entry) => entry.generation_id,
  )
  const resultsOf = countResults(snapshot)
  const broken = { charge: [] as Broken, refund: [] as Broken }
  for (const generation of snapshot.generations) {
    const own = entries.get(generation.id) ?? []
    const charges = own.filter(({ reason }) => reason === 'charge').map(({ credits }) => -credits)
    const refunds = own.filter(({ reason }) => reason === 'refund').map(({ credits }) => credits)
    if (!same(charges, generation.price > 0 ? [generation.price] : [])) {
      broken.charge.push({
        generation: generation.id,
        detail: `price ${generation.price}, charged ${list(charges)}`,
      })
    }
    const due = refundDue(generation, resultsOf(generation.id))
    if (!same(refunds, due > 0 ? [due] : []) || generation.refunded !== due) {
      const detail = `${generation.status} of ${generation.price}: ${due} due, refunded ${list(refunds)}, the row says ${generation.refunded}`
      broken.refund.push({ generation: generation.id, detail })
    }
  }
  const count = snapshot.generations.length
  findings.note('each generation is charged its price exactly once', count, broken.charge)
  findings.note(
    'what fails is refunded once and in full, a part pro rata, the rest never',
    count,
    broken.refund,
  )
}

/** In credits, from the state and the number of results that are ours. */
function refundDue(
  { status, price, requested, refunded, deleted_at }: GenerationFact,
  kept: number,
): number {
  if (status === 'failed') return price
  // The number is unknown by now.
  if (status === 'partial' && deleted_at && refunded < price) return refunded
  return status === 'partial' ? price - Math.round((price * kept) / requested) : 0
}

function checkBalances({ accounts: rows, entries }: Snapshot, findings: Findings): void {
  const own = Map.groupBy(entries, (entry) => entry.account_id)
  const sums: Broken = []
  const chain: Broken = []
  for (const { id, name, credits } of rows) {
    const list = own.get(id) ?? []
    const sum = list.reduce((total, entry) => total + entry.credits, 0)
    if (sum !== credits || credits < 0)
      sums.push({ detail: `${name}: balance ${credits}, sum of entries ${sum}` })
    let running = 0
    for (const entry of list) {
      running += entry.credits
      if (entry.balance_after === running) continue
      chain.push({
        detail: `${name}: after entry ${entry.number} ${entry.balance_after}, should be ${running}`,
      })
      break
    }
  }
  findings.note('every balance is the sum of its entries and not below 0', rows.length, sums)
  findings.note('every entry follows from the one before', entries.length, chain)
}

const same = (one: number[], other: number[]) => list(one) === list(other)
const list = (credits: number[]) => (credits.length === 0 ? 'nothing' : credits.join(' + '))
