import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { AccountRow } from '#core/accounts/tables.ts'
import type { EntryReason } from '#core/credits/tables.ts'
import { waitsUntil } from '#core/generations/queries/generation-steps.ts'
import type { GenerationRow } from '#core/generations/tables.ts'
import type { Database } from '#platform/database/database.ts'

type AccountFact = { name: string } & Pick<
  AccountRow,
  | 'id'
  | 'credits'
  | 'owed'
  | 'spent'
  | 'spent_day'
  | 'daily_cap'
  | 'job_ceiling'
  | 'deleted_at'
  | 'purge_at'
  | 'successor_id'
>
export type EntryFact = {
  number: number
  account_id: string
  generation_id: string | null
  payment_id: string | null
  reason: EntryReason
  credits: number
  balance_after: number
}
type PaymentFact = {
  id: string
  account_id: string
  credits: number
  paid_at: Date | null
  taken_back: number
}
/** One line of the audit log. */
export type ActFact = {
  act: string
  reason: string
  account_id: string | null
  details: Record<string, unknown>
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
  | 'deleted_at'
  | 'parent_id'
> & {
  files: number
  /** Its creation's day (UTC), counted from 1970. */
  day: number
  prompt: string | null
  job: string | null
  /** Whose job it is. */
  provider: string | null
  overdue: boolean
  /** The provider was asked to take it, and has not surely refused. */
  submitted: boolean
  noted: boolean
}

/** Everything the database says, as it was at one moment. */
export type Snapshot = {
  accounts: AccountFact[]
  entries: EntryFact[]
  generations: GenerationFact[]
  media: MediaFact[]
  payments: PaymentFact[]
  acts: ActFact[]
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

/**
 * Reads it all in one transaction that sees one moment. While PostgreSQL starts again, it waits.
 */
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
  const transaction = database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
  return transaction.execute(async (tx) => {
    const accounts =
      await sql<AccountFact>`select id, coalesce(name, email) as name, credits, owed, spent, spent_day, daily_cap, job_ceiling, deleted_at, purge_at, successor_id
      from account`.execute(tx)
    const entries = await sql<EntryFact>`
      select number, account_id, generation_id, payment_id, reason, credits, balance_after
      from credit_entry order by account_id, number`.execute(tx)
    const generations = await sql<GenerationFact>`
      select id, account_id, kind, answer, request_id, status, step, price, requested, refunded, error_code, is_public, created_at,
        completed_at, deleted_at, parent_id, (created_at at time zone 'UTC')::date - date '1970-01-01' as day, coalesce(input ->> 'prompt', input ->> 'question', input ->> 'text') as prompt,
        (select count(*) from jsonb_path_query(input, '$.* ? (@ starts with "/media/")'))::int as files, provider_job ->> 'requestId' as job, provider_job ->> 'provider' as provider, submit_started_at is not null as submitted,
        ${waitsUntil} + interval '60 s' < now() as overdue,
        exists (select from alert where generation_id = generation_with_job.id
          and alert.account_id = generation_with_job.account_id
          and reason = case error_code when 'cancelled' then 'unknown_outcome' else error_code end) as noted
      from generation_with_job`.execute(tx)
    const media = await sql<MediaFact>`
      select generation_id, role, position, storage_key, bytes, sha256 from media where generation_id is not null`.execute(
      tx,
    )
    const payments = await sql<PaymentFact>`
      select id, account_id, credits, paid_at, taken_back from payment`.execute(tx)
    const acts =
      await sql<ActFact>`select act, reason, account_id, details from audit_entry`.execute(tx)
    return {
      ...{
        accounts: accounts.rows,
        entries: entries.rows,
        generations: generations.rows,
        media: media.rows,
      },
      ...{ payments: payments.rows, acts: acts.rows },
    }
  })
}
