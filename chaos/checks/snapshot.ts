import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#database/database.ts'
import type { GenerationRow } from '#database/tables.ts'

type AccountFact = { id: string; name: string; credits: number }
type EntryFact = {
  id: number
  account_id: string
  generation_id: string | null
  reason: 'grant' | 'purchase' | 'charge' | 'refund'
  credits: number
  balance_after: number
}
export type MediaFact = {
  generation_id: string
  role: 'input' | 'output'
  position: number
  storage_key: string
  bytes: number
  sha256: string
}
export type GenerationFact = Pick<
  GenerationRow,
  | 'id'
  | 'account_id'
  | 'kind'
  | 'answer'
  | 'request_id'
  | 'status'
  | 'step'
  | 'price'
  | 'requested'
  | 'refunded'
  | 'error_code'
  | 'is_public'
  | 'created_at'
  | 'completed_at'
> & { files: number; prompt: string; job: string | null; overdue: boolean; noted: boolean }

/** Everything the database says, as it was at one moment. */
export type Snapshot = {
  accounts: AccountFact[]
  entries: EntryFact[]
  generations: GenerationFact[]
  media: MediaFact[]
}

/** How many results each generation has: files that are ours, or an answer. */
export function countResults({ generations, media }: Snapshot): (id: string) => number {
  const files = Map.groupBy(
    media.filter(({ role }) => role === 'output'),
    ({ generation_id }) => generation_id,
  )
  const answered = new Set(generations.filter(({ answer }) => answer !== null).map(({ id }) => id))
  return (id) => (files.get(id)?.length ?? 0) + (answered.has(id) ? 1 : 0)
}

const patience = 60_000

/** Reads it all in one transaction that sees one moment. While PostgreSQL starts again, it waits. */
export async function takeSnapshot(database: Database): Promise<Snapshot> {
  for (const deadline = Date.now() + patience; ; ) {
    try {
      return await read(database)
    } catch (error) {
      if (Date.now() > deadline) throw error
      await delay(300)
    }
  }
}

function read(database: Database): Promise<Snapshot> {
  const transaction = database.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return transaction.execute(async (tx) => {
    const accounts = await sql<AccountFact>`select id, name, credits from account`.execute(tx)
    const entries = await sql<EntryFact>`
      select id, account_id, generation_id, reason, credits, balance_after from credit_entry order by id`.execute(tx)
    const generations = await sql<GenerationFact>`
      select id, account_id, kind, answer, request_id, status, step, price, requested, refunded, error_code, is_public, created_at,
        completed_at, coalesce(input ->> 'prompt', input ->> 'question') as prompt,
        (select count(*) from jsonb_path_query(input, '$.* ? (@ starts with "/media/")'))::int as files, provider_job ->> 'requestId' as job,
        deadline + interval '60 s' < now() as overdue,
        exists (select from operator_note where generation_id = generation.id and reason = 'unknown_outcome') as noted
      from generation`.execute(tx)
    const media = await sql<MediaFact>`
      select generation_id, role, position, storage_key, bytes, sha256 from media where generation_id is not null`.execute(
      tx,
    )
    return { accounts: accounts.rows, entries: entries.rows, generations: generations.rows, media: media.rows }
  })
}
