import { type Kysely, sql } from 'kysely'
import type { GenerationRow, Tables } from '../../tables.ts'
import { retryName } from './generations.ts'

/** The generation, held until the transaction ends. */
export function lockGeneration(
  transaction: Kysely<Tables>,
  id: string,
): Promise<GenerationRow | undefined> {
  return transaction
    .selectFrom('generation')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/**
 * `from`: fetch what the provider's job has made, or hand it over anew. `deadline` in ms from now.
 */
export type Retry = { id: string; newId: string; from: 'result' | 'start'; deadline: number }

/**
 * A new generation of the same owner, like the one that failed, for which nothing is charged: it
 * has no price and no entry. Fetching takes the provider's job over from the failed one, for a job
 * belongs to one generation. The failed one must be locked. `null`: it was retried before, and
 * nothing was written.
 */
export async function insertRetry(
  transaction: Kysely<Tables>,
  { id, newId, from, deadline }: Retry,
): Promise<GenerationRow | null> {
  const fetches = from === 'result'
  const earlier = await sql`
    select from generation as failed join generation as again using (account_id)
    where failed.id = ${id} and again.request_id = ${retryName(id)}`.execute(transaction)
  if (earlier.rows.length > 0) return null

  const job = await takeJob(transaction, id, fetches)
  const { rows } = await sql<GenerationRow>`
    with numbered as (
      update account set last_number = last_number + 1
      where id = (select account_id from generation where id = ${id}) returning last_number
    )
    insert into generation (id, account_id, request_id, kind, generation_type, model, input, price, requested,
      is_public, is_sample, status, step, next_step_at, deadline, number, terms, parent_id, provider_job,
      submit_started_at, started_at, finished_at, created_at)
    select ${newId}, account_id, ${retryName(id)}, kind, generation_type, model, input, 0, requested,
      is_public, is_sample, ${fetches ? 'processing' : 'pending'}, ${fetches ? 'collect' : 'submit'}, now(),
      now() + ${deadline} * interval '1 ms', numbered.last_number, terms, failed.id, ${job}::jsonb,
      case when ${fetches} then submit_started_at end, case when ${fetches} then clock_timestamp() end,
      case when ${fetches} then clock_timestamp() end, clock_timestamp()
    from generation as failed, numbered where failed.id = ${id}
    returning *`.execute(transaction)
  await copyInputs(transaction, id, newId)
  return rows[0] ?? null
}

async function takeJob(
  transaction: Kysely<Tables>,
  id: string,
  wanted: boolean,
): Promise<string | null> {
  if (!wanted) return null
  const { rows } = await sql<{ job: string }>`
    update generation as failed set provider_job = null
    from (select id, provider_job::text as job from generation where id = ${id}) as before
    where failed.id = before.id
    returning before.job`.execute(transaction)
  return rows[0]?.job ?? null
}

/** The new one's own records of the same files; a file goes only when no record names it. */
async function copyInputs(transaction: Kysely<Tables>, id: string, newId: string): Promise<void> {
  await sql`
    insert into media (id, account_id, generation_id, role, position, storage_key, thumbnail_key, thumbnail_tried_at,
      content_type, bytes, sha256, width, height, duration_ms, fps)
    select gen_random_uuid(), account_id, ${newId}, role, position, storage_key, thumbnail_key, thumbnail_tried_at,
      content_type, bytes, sha256, width, height, duration_ms, fps
    from media where generation_id = ${id} and role = 'input' for key share`.execute(transaction)
}
