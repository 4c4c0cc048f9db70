import { type Kysely, type RawBuilder, sql } from 'kysely'
import { facet } from '#core/history/search-term-rules.ts'
import type { NewMedia } from '#core/media/tables.ts'
import type { Used } from '#core/models/rules/metering.ts'
import type { Alert } from '#core/operators/operator-log-queries.ts'
import type { Database } from '#platform/database/database.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'
import type { Tables } from '#platform/database/tables.ts'
import type { FailureCode } from '../rules/failure.ts'
import type { Transcript } from '../rules/transcript.ts'
import type { GenerationRow, ProviderJob } from '../tables.ts'
import { beganBefore } from './generation-steps.ts'
import { spentAfterRefund } from './start-facts.ts'

/** A result file to record; its generation and account are those of the generation. */
export type ResultFile = Omit<NewMedia, 'account_id' | 'generation_id' | 'role'>

/** The end of a generation. `refund` in credits, 0 for none. */
export type Ending = {
  id: string
  accountId: string
  /**
   * The lease of the worker; `null` for an action of a person (cancel), which needs none but is
   * impossible during a submit.
   */
  leaseToken: string | null
  status: 'completed' | 'partial' | 'failed'
  refund: number
  failure?: { code: FailureCode; message: string | null }
  seed?: string | null
  /** The run time, if it was learnt just now: so many ms until this moment. */
  ran?: { ms: number; until: Date } | null
  /** The answer of a text model. */
  answer?: string | null
  /** The job, where the answer to the submit was its end: no step has recorded it. */
  providerJob?: ProviderJob
  /** When the parts of the answer are said, of a transcription. */
  transcript?: Transcript | null
  /** What it used of the unit that is paid; `refund` is what the rest of the price was. */
  used?: Used | null
  /** Search terms of what became known at the end. */
  terms?: readonly string[]
  /** An alert for the operator. */
  alert?: Omit<Alert, 'accountId' | 'generationId'>
  media?: ResultFile[]
}

/**
 * A part that a feature adds to the statement which ends a generation: an insert that reads the ended
 * row as `closed`; `null`: nothing of this end.
 */
export type EndingPart = {
  /** Unique within the statement. */
  name: string
  write(ending: Pick<Ending, 'status' | 'failure'>): RawBuilder<unknown> | null
}

/**
 * Ends a generation, refunds, records its files and creates an alert, in one statement, by
 * compare-and-set: `false` means that it had ended (or the lease was lost), and nothing was
 * written, and nothing of `parts`. Can run inside a transaction.
 */
export async function endGeneration(
  database: Kysely<Tables>,
  ending: Ending,
  parts: readonly EndingPart[] = [],
): Promise<boolean> {
  const { rows } = await closing(ending, parts).execute(onShardOf(database, ending.accountId))
  return rows.length === 1
}

function closing(ending: Ending, parts: readonly EndingPart[]) {
  const { id, accountId, leaseToken, status, refund, failure, seed, ran, answer, alert } = ending
  const { media = [], transcript = null, used = null, terms = [] } = ending
  return sql<{ id: string }>`
    with ended as (
      delete from job
      where generation_id = ${id} and account_id = ${accountId}
        and (lease_token = ${leaseToken}::uuid
          or ${leaseToken}::uuid is null
            and (provider_job is not null or submit_started_at is null or step = 'await'))
      returning generation_id, account_id, provider_job, submit_started_at, started_at, run_ms
    ), closed as (
      update generation set
        status = ${status}, refunded = ${refund}, seed = ${seed ?? null}, answer = ${answer ?? null},
        transcript = ${transcript && JSON.stringify(transcript)}::jsonb, used = ${used && JSON.stringify(used)}::jsonb,
        ${terms.length > 0 ? withTerms(terms) : sizeFrom(media)}
        error_code = ${failure?.code ?? null}, error_message = ${failure?.message ?? null},
        provider_job = ${jobOf(ending)}, submit_started_at = ended.submit_started_at,
        ${ran ? ranFor(ran) : sql`run_ms = ended.run_ms, started_at = ended.started_at,`}
        completed_at = clock_timestamp(), updated_at = clock_timestamp()
      from ended
      where generation.id = ended.generation_id
      returning generation.*
    ), ${partsOf(ending, parts)}paid_back as (
      update account set credits = credits + ${refund}, last_entry = last_entry + 1,
        spent = ${spentAfterRefund(sql`${refund}`, sql`closed.created_at`)}
      from closed
      where account.id = closed.account_id and ${refund} > 0
      returning account.credits, account.last_entry
    ), entry as (
      insert into credit_entry (account_id, number, generation_id, reason, credits, balance_after)
      select closed.account_id, paid_back.last_entry, closed.id, 'refund', ${refund}, paid_back.credits
      from closed, paid_back
    ), files as (
      insert into media (id, account_id, generation_id, role, position, storage_key, thumbnail_key, thumbnail_tried_at,
        perceptual_hash, colors, content_type, bytes, sha256, width, height, duration_ms, fps, mark, digital_source,
        received_sha256)
      select file.id, closed.account_id, closed.id, 'output', file.position, file.storage_key, file.thumbnail_key,
        case when file.thumbnail_key is not null then clock_timestamp() end,
        file.perceptual_hash, file.colors, file.content_type, file.bytes, file.sha256, file.width, file.height, file.duration_ms, file.fps,
        file.mark, file.digital_source, file.received_sha256
      from closed, jsonb_populate_recordset(null::media, ${JSON.stringify(media)}::jsonb) as file
    ) ${alert ? alertOf(alert) : sql``}
    select id from closed`
}

function jobOf({ providerJob }: Ending): RawBuilder<unknown> {
  if (!providerJob) return sql`ended.provider_job`
  return sql`coalesce(ended.provider_job, ${JSON.stringify(providerJob)}::jsonb)`
}

function partsOf(ending: Ending, parts: readonly EndingPart[]) {
  const written = parts.flatMap(({ name, write }) => {
    const part = write(ending)
    return part ? [sql`${sql.raw(name)} as (${part}\n    ), `] : []
  })
  return sql.join(written, sql``)
}

function alertOf({ reason, note }: NonNullable<Ending['alert']>) {
  return sql`, alerted as (
      insert into alert (account_id, generation_id, reason, note)
      select closed.account_id, closed.id, ${reason}, ${note} from closed
      on conflict (generation_id, reason, account_id) do nothing
    )`
}

/** What is said in a file is found by its words. */
function withTerms(terms: readonly string[]) {
  const added = sql`${terms}::text[]`
  return sql`terms = terms || array(select unnest(${added}) except select unnest(terms)),`
}

/** An image whose input states no size is found by the size of its result. */
function sizeFrom([first]: readonly ResultFile[]) {
  if (!first?.width || !first.height) return sql``
  const term = facet('size', `${first.width}x${first.height}`)
  return sql`terms = case
    when kind = 'image' and not exists (select from unnest(terms) as term where starts_with(term, ${facet('size', '')}))
    then terms || array[${term}] else terms end,`
}

function ranFor({ ms, until }: { ms: number; until: Date }) {
  return sql`run_ms = ${Math.round(ms)}, started_at = ${beganBefore({ started: sql`ended.started_at`, created: sql`created_at`, end: sql`${until}::timestamptz`, ms })},`
}

/** Returns the account's generation with this request id, or else this id. */
export function findRefundable(
  database: Database,
  { accountId, name, id }: { accountId: string; name: string; id: string | null },
): Promise<Pick<GenerationRow, 'id' | 'account_id' | 'kind' | 'status'> | undefined> {
  return database
    .selectFrom('generation_with_job')
    .select(['id', 'account_id', 'kind', 'status'])
    .where('account_id', '=', accountId)
    .where((where) => where.or([where('request_id', '=', name), where('id', '=', id)]))
    .where('deleted_at', 'is', null)
    .orderBy((order) => order('request_id', '=', name), 'desc')
    .executeTakeFirst()
}

/**
 * Refunds a failed generation in one statement: balance, ledger entry and record, all or nothing.
 * The row's lock lets one of several concurrent calls succeed, and the ledger allows one refund.
 * Returns the credits; `null`: it has not failed, or was refunded before, and nothing was written.
 */
export async function refundFailedGeneration(
  database: Database,
  { id, accountId, reason }: { id: string; accountId: string; reason: string | null },
): Promise<number | null> {
  const { rows } = await sql<{ price: number }>`
    with owed as (
      update generation set refunded = price, updated_at = clock_timestamp()
      where id = ${id} and account_id = ${accountId} and status = 'failed' and refunded = 0 and price > 0 and deleted_at is null
      returning id, account_id, price, created_at
    ), paid_back as (
      update account set credits = credits + owed.price, last_entry = last_entry + 1,
        spent = ${spentAfterRefund(sql`owed.price`, sql`owed.created_at`)}
      from owed where account.id = owed.account_id
      returning account.credits, account.last_entry
    ), entry as (
      insert into credit_entry (account_id, number, generation_id, reason, credits, balance_after, note)
      select owed.account_id, paid_back.last_entry, owed.id, 'refund', owed.price, paid_back.credits, ${reason}::text
      from owed, paid_back
    )
    select price from owed`.execute(onShardOf(database, accountId))
  return rows[0]?.price ?? null
}

/** Counts a request for a refund that is not possible. */
export async function countRefundAttempt(
  database: Database,
  { id, accountId }: { id: string; accountId: string },
): Promise<void> {
  await onShardOf(database, accountId)
    .updateTable('generation')
    .set({ refund_attempts: sql`refund_attempts + 1`, updated_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .execute()
}
