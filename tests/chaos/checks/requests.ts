import type { Account } from '../load/create.ts'
import type { CreateRecord } from '../load/record.ts'
import type { GenerationFact, Snapshot } from './snapshot.ts'
import type { Findings, Violation } from './violation.ts'

type Broken = Omit<Violation, 'invariant'>[]

/** Compares the clients' answers with the database. Only when no request is running. */
export function checkRequests(
  snapshot: Snapshot,
  records: CreateRecord[],
  accounts: Account[],
  findings: Findings,
): void {
  const rows = Map.groupBy(snapshot.generations, (row) => `${row.account_id} ${row.request_id}`)
  const broken = {
    answered: [] as Broken,
    lost: [] as Broken,
    twice: [] as Broken,
    refused: [] as Broken,
    cancelled: [] as Broken,
    visibility: [] as Broken,
    unpaid: [] as Broken,
    served: [] as Broken,
    awaited: [] as Broken,
  }
  for (const record of records) {
    const account = accounts[record.plan.account]
    const found = account?.leaves
      ? snapshot.generations.filter(({ id }) => record.ids.has(id))
      : (rows.get(`${account?.id} ${record.plan.requestId}`) ?? [])
    const about = { tag: record.plan.tag, ...(found[0] && { generation: found[0].id }) }
    const say = (list: keyof typeof broken, detail: string) =>
      broken[list].push({ ...about, detail })
    if (record.ids.size === 0 && record.refused === null)
      say('answered', 'no answer within three minutes')
    validateIds(record, found, say)
    const hasResult = found[0]?.status === 'completed' || found[0]?.status === 'partial'
    if (record.awaited !== null && found[0] && hasResult !== (record.awaited === 'made'))
      say('awaited', `answered as ${record.awaited}, but it is ${found[0].status}`)
    if (account?.rich && record.refused !== null) say('served', `refused: ${record.refused}`)
    if (found[0] && !account?.paid && !account?.buys)
      say('unpaid', `${record.refused}, but it exists`)
    if (
      record.cancelled &&
      !(found[0]?.status === 'failed' && found[0].error_code === 'cancelled')
    ) {
      say('cancelled', `cancelled, but it is ${found[0]?.status} (${found[0]?.error_code})`)
    }
    if (record.isPublic !== null && !account?.leaves && found[0]?.is_public !== record.isPublic) {
      say('visibility', `made ${record.isPublic ? 'public' : 'private'}, but it is not`)
    }
  }
  const count = records.length
  findings.note('every create is answered in the end', count, broken.answered)
  findings.note('no acknowledged create is lost', count, broken.lost)
  findings.note('the same request is one generation at one price', count, broken.twice)
  findings.note('a refused create leaves nothing behind', count, broken.refused)
  findings.note('an acknowledged cancel stays, refunded', count, broken.cancelled)
  findings.note('an account that can pay is served', count, broken.served)
  findings.note('/v1 answers with how the generation ended', count, broken.awaited)
  findings.note('an account that never paid starts nothing', count, broken.unpaid)
  findings.note('an acknowledged visibility stays', count, broken.visibility)
}

type Say = (list: 'lost' | 'twice' | 'refused', detail: string) => void

function validateIds(
  { ids, charged, refused, plan }: CreateRecord,
  found: GenerationFact[],
  say: Say,
): void {
  const [row] = found
  for (const id of ids)
    if (!found.some((each) => each.id === id)) say('lost', `answered ${id}, which does not exist`)
  if (ids.size > 1 || found.length > 1) say('twice', `answers ${[...ids]}, ${found.length} rows`)
  for (const price of charged)
    if (row && price !== row.price) say('twice', `answered ${price}, charged ${row.price}`)
  // Where the first of two was cut off, credits may have come back between their turns: both
  // answers are true then.
  const mayDiffer = plan.sending === 'hangs up and repeats' || ids.size > 0
  if (refused !== null && row && !mayDiffer) say('refused', `refused (${refused}), but it exists`)
}
