import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { type Database, lockNotAvailable } from '../database.ts'
import type { Schema } from '../migrate.ts'

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
 * Later, it distributes new tables and updates the views of shards; `isChanged`: of all, because
 * migrations have run. Returns whether they are distributed.
 */
export async function distribute(
  database: Database,
  schema: Schema,
  { isChanged }: { isChanged: boolean },
): Promise<boolean> {
  if (!(await isCoordinator(database))) return false
  const isAgain = await hasDistributedAccounts(database)
  const isComplete = isAgain && (await newTables(database, schema)).size === 0
  if (!isComplete) await distributeTables(database, schema)
  if (isAgain) await updateShardViews(database, { isChanged })
  return true
}

async function distributeTables(database: Database, schema: Schema): Promise<void> {
  await allowTriggers(database)
  await database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('atelier distribute', 0))`.execute(
      transaction,
    )
    await sql`set local citus.enable_unsafe_triggers = on`.execute(transaction)
    await sql`set local citus.multi_shard_modify_mode = 'sequential'`.execute(transaction)
    if (await hasDistributedAccounts(transaction)) return distributeNew(transaction, schema)
    await schema.beforeDistribution(transaction)
    await distributeNew(transaction, schema)
    for (const view of schema.views) await propagateView(transaction, view)
    const functions = readFileSync(new URL('./run-on-shard.sql', import.meta.url), 'utf8')
    await sql.raw(functions).execute(transaction)
  })
}

/** The tables that are not distributed yet. */
async function newTables(
  database: Database,
  { accountTables, referenceTables }: Schema,
): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select logicalrelid::text as name from pg_dist_partition`.execute(database)
  const known = new Set(rows.map(({ name }) => name))
  return new Set([...referenceTables, ...accountTables].filter((name) => !known.has(name)))
}

async function distributeNew(transaction: Database, schema: Schema): Promise<void> {
  const tables = await newTables(transaction, schema)
  for (const table of schema.referenceTables)
    if (tables.has(table)) await sql`select create_reference_table(${table})`.execute(transaction)
  for (const table of schema.accountTables) {
    const [column, other] = table === 'account' ? ['id', 'none'] : ['account_id', 'account']
    if (tables.has(table))
      await sql`select create_distributed_table(${table}, ${column}, colocate_with => ${other})`.execute(
        transaction,
      )
  }
}

/**
 * Creates the views of shards anew, of all or of those that lack a table or have other columns:
 * statements that use them wait meanwhile. Throws with `lock_not_available` where one is used for
 * longer than it may wait.
 */
async function updateShardViews(
  database: Database,
  { isChanged }: { isChanged: boolean },
): Promise<void> {
  const columns = (table: string) => `(select array_agg(attname order by attname) from pg_attribute
    where attrelid = ${table}.oid and attnum > 0 and not attisdropped)`
  const command = `
    select string_agg(atelier_create_views(shardid, nspname)::text, '') from pg_namespace
    join pg_dist_placement on nspname = 'atelier_' || shardid join pg_dist_local_group using (groupid)
    where ${isChanged} or exists (
      select from pg_dist_partition join pg_class own on own.oid = logicalrelid
      left join pg_class shown on shown.relname = own.relname and shown.relnamespace = pg_namespace.oid
      where own.relnamespace = 'public'::regnamespace
        and ${columns('own')} is distinct from ${columns('shown')})`
  const { rows } = await sql<{ success: boolean; result: string }>`
    select success, result from run_command_on_all_nodes(${sql.lit(command)})`.execute(database)
  for (const { success, result } of rows)
    if (!success)
      throw Object.assign(
        new Error(`The views of shards were not updated: ${result}`),
        result.includes('lock timeout') && { code: lockNotAvailable },
      )
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
async function propagateView(transaction: Database, view: string): Promise<void> {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_viewdef(${view}::regclass) as definition`.execute(transaction)
  await sql`create or replace view ${sql.table(view)} as ${sql.raw(rows[0]?.definition ?? '')}`.execute(
    transaction,
  )
}
