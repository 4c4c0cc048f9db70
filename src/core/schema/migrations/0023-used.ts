import { type Kysely, sql } from 'kysely'

/** Adds what a job used of the unit that is paid, where its price was the most. */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`alter table generation add column used jsonb`.execute(database)
  await sql`
    create or replace view generation_with_job as
    select generation.id, generation.account_id, request_id, generation.kind, generation_type, model, model_version, input, price,
      requested, refunded, coalesce(job.status::text, generation.status::text) as status, is_public, is_favorite, is_sample,
      tags, terms, number, parent_id, request_hash, http_request_id, webhook_token, seed, answer, error_code, error_message,
      refund_attempts, created_at, completed_at, deleted_at, removed_at, removal_note,
      coalesce(job.provider_job, generation.provider_job) as provider_job,
      coalesce(job.run_ms, generation.run_ms) as run_ms,
      coalesce(job.started_at, generation.started_at) as started_at,
      greatest(job.updated_at, generation.updated_at) as updated_at,
      step, next_step_at, lease_token, lease_until, coalesce(attempts, 0) as attempts, coalesce(polls, 0) as polls,
      deadline, coalesce(job.submit_started_at, generation.submit_started_at) as submit_started_at, queue_position, progress, preview, finished_at, provider_output,
      coalesce(is_resumed, false) as is_resumed, cancel_requested_at, trace_context, transcript, used
    from generation left join job on job.generation_id = generation.id and job.account_id = generation.account_id`.execute(
    database,
  )
}
