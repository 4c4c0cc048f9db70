import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { accountTables, referenceTables } from './placement.ts'

async function hasDistributedAccounts(database: Database): Promise<boolean> {
  const { rows } =
    await sql`select from pg_dist_partition where logicalrelid = 'account'::regclass`.execute(
      database,
    )
  return rows.length > 0
}

async function isCoordinator(database: Database): Promise<boolean> {
  const { rows } = await sql`select from pg_extension where extname = 'citus'`.execute(database)
  if (rows.length === 0) return false
  const { rows: workers } = await sql`
    select from pg_dist_node where isactive and shouldhaveshards and noderole = 'primary'`.execute(
    database,
  )
  return workers.length > 0
}

/**
 * Distributes the tables by account where the database is a Citus coordinator with workers: in one
 * transaction, once, also when several processes start at a time. Rows that exist are moved.
 * Returns whether they are distributed.
 */
export async function distribute(database: Database): Promise<boolean> {
  if (!(await isCoordinator(database))) return false
  if (await hasDistributedAccounts(database)) return true
  await allowTriggers(database)
  await database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('atelier distribute', 0))`.execute(
      transaction,
    )
    if (await hasDistributedAccounts(transaction)) return
    await sql`set local citus.enable_unsafe_triggers = on`.execute(transaction)
    await sql`set local citus.multi_shard_modify_mode = 'sequential'`.execute(transaction)
    // A job of the provider is unique within its account; `ledger verify` compares accounts.
    await sql`alter table provider_request drop constraint provider_request_pkey,
      add primary key (request_id, provider, account_id)`.execute(transaction)
    // Its row is on another shard than the record: the cleanup drops it a day later.
    await sql`drop trigger media_keep_files on media`.execute(transaction)
    for (const table of referenceTables)
      await sql`select create_reference_table(${table})`.execute(transaction)
    for (const [table, column] of accountTables)
      await sql`select create_distributed_table(${table}, ${column},
        colocate_with => ${table === 'account' ? 'none' : 'account'})`.execute(transaction)
    await propagateView(transaction)
    const functions = readFileSync(new URL('./run-on-shard.sql', import.meta.url), 'utf8')
    await sql.raw(functions).execute(transaction)
  })
  return true
}

/**
 * Allows triggers on distributed tables, on every node and in every session: ours only change rows
 * of the account that they run for, on the same shard.
 */
async function allowTriggers(database: Database): Promise<void> {
  const { rows } = await sql<{ command: string }>`
    select format('alter database %I set citus.enable_unsafe_triggers = on', current_database()) as command`.execute(
    database,
  )
  const command = rows[0]?.command ?? ''
  await sql.raw(command).execute(database)
  await sql`select run_command_on_workers(${command})`.execute(database)
}

/** A view that was created before its tables were distributed is unknown to the workers. */
async function propagateView(transaction: Database): Promise<void> {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_viewdef('generation_with_job'::regclass) as definition`.execute(transaction)
  await sql
    .raw(`create or replace view generation_with_job as ${rows[0]?.definition}`)
    .execute(transaction)
}
