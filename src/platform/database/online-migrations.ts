import { type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'
import { isDistributedTable, onEveryShard } from './distributed/every-shard.ts'

/**
 * A change of large tables that workers make while the product runs, the version before it
 * included: each of its steps can be repeated, and none locks a table for long.
 */
export type OnlineMigration = { name: string; run(steps: OnlineSteps): Promise<void> }

/**
 * Rows are changed in the order of their unique `key`, at most `batch` in a transaction. `set` is
 * the list of assignments; `where` selects the rows that need them.
 */
export type Backfill = {
  table: string
  key: { column: string; type: 'uuid' | 'integer' | 'bigint' | 'text' }[]
  set: RawBuilder<unknown>
  where: RawBuilder<boolean>
  batch: number
}

/** An index without its name: `on generation (account_id) where …`. */
export type ConcurrentIndex = { name: string; on: RawBuilder<unknown>; isUnique?: boolean }

export type OnlineSteps = {
  /** Continues after the last batch that was committed. */
  backfill(order: Backfill): Promise<void>
  /** Creates an index beside writes; one that an interruption left invalid is created anew. */
  createIndex(index: ConcurrentIndex): Promise<void>
}

/** Whether one has been completed. */
export async function hasRun(database: Database, name: string): Promise<boolean> {
  const found = await database
    .selectFrom('online_migration')
    .select('name')
    .where('name', '=', name)
    .where('finished_at', 'is not', null)
    .executeTakeFirst()
  return found !== undefined
}

/** Returns those that have not been completed. */
export async function pendingOnlineMigrations(
  database: Database,
  all: readonly OnlineMigration[],
): Promise<OnlineMigration[]> {
  if (all.length === 0) return []
  const done = await database
    .selectFrom('online_migration')
    .select('name')
    .where('finished_at', 'is not', null)
    .execute()
  const names = new Set(done.map(({ name }) => name))
  return all.filter(({ name }) => !names.has(name))
}

/** Runs one from where it was interrupted. Throws when `signal` aborts it between two batches. */
export async function runOnlineMigration(
  database: Database,
  { name, run }: OnlineMigration,
  signal: AbortSignal,
): Promise<void> {
  await sql`insert into online_migration (name) values (${name}) on conflict do nothing`.execute(
    database,
  )
  let step = 0
  const started = async () => {
    step++
    const row = await database
      .selectFrom('online_migration')
      .select(['step', 'position'])
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    if (row.step < step)
      await database
        .updateTable('online_migration')
        .set({ step, position: null })
        .where('name', '=', name)
        .execute()
    return { isDone: row.step > step, position: row.step === step ? row.position : null }
  }
  await run({
    backfill: async (order) => {
      let { isDone, position } = await started()
      while (!isDone) {
        signal.throwIfAborted()
        position = await backfillBatch(database, name, order, position)
        isDone = position === null
      }
    },
    createIndex: async (index) => {
      const { isDone } = await started()
      signal.throwIfAborted()
      if (!isDone) await createIndex(database, index)
    },
  })
  await sql`update online_migration set finished_at = now() where name = ${name}`.execute(database)
}

/**
 * Changes a batch and records its last key, in one transaction. In a cluster the shards commit
 * before it, so that an interruption repeats one batch. `null`: there was none left.
 */
function backfillBatch(
  database: Database,
  name: string,
  { table, key, set, where, batch }: Backfill,
  position: string[] | null,
): Promise<string[] | null> {
  const columns = sql.join(key.map(({ column }) => sql.ref(column)))
  const keyOf = (values: string[]) =>
    sql.join(key.map(({ type }, at) => sql`${values[at]}::${sql.raw(type)}`))
  const isAfter = position ? sql`(${columns}) > (${keyOf(position)})` : sql`true`
  const texts = key.map(({ column }) => sql`${sql.ref(column)}::text`)
  const descending = key.map(({ column }) => sql`${sql.ref(column)} desc`)
  const lastKey = sql<{ last: string[] }>`select array[${sql.join(texts)}] as last from (
      select ${columns} from ${sql.table(table)} where ${isAfter} order by ${columns} limit ${batch}
    ) page order by ${sql.join(descending)} limit 1`

  return database.transaction().execute(async (transaction) => {
    const last = (await lastKey.execute(transaction)).rows[0]?.last
    if (!last) return null
    const changes = sql`update ${sql.table(table)} as changing set ${set}
      where ${isAfter} and (${columns}) <= (${keyOf(last)}) and ${where} returning 1`
    const changed = (await isDistributedTable(transaction, table))
      ? await onEveryShard(transaction, changes)
      : (await changes.execute(transaction)).rows
    await sql`update online_migration set position = ${last}::text[], rows = rows + ${changed.length}
      where name = ${name}`.execute(transaction)
    return last
  })
}

async function createIndex(database: Database, { name, on, isUnique }: ConcurrentIndex) {
  const { rows } = await sql<{ valid: boolean }>`
    select indisvalid as valid from pg_index where indexrelid = to_regclass(${name})`.execute(
    database,
  )
  if (rows[0]?.valid) return
  if (rows[0]) await sql`drop index concurrently ${sql.ref(name)}`.execute(database)
  const unique = isUnique ? sql`unique` : sql``
  await sql`create ${unique} index concurrently ${sql.ref(name)} ${on}`.execute(database)
}
