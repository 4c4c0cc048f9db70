import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database.ts'
import { isDistributed, onShardOf } from './accounts-shard.ts'

/** Deletes rows of any account as `eachAccount` does; by their key of `id` and `account_id`. */
export async function deleteDue(
  database: Database,
  table: string,
  due: RawBuilder<unknown>,
): Promise<number> {
  const from = sql.table(table)
  const deleted = await eachAccount(
    database,
    sql`select account_id from ${from} where ${due}`,
    (own, of) =>
      sql`delete from ${from} where (id, account_id) in (
      select id, account_id from ${from} where ${of(sql`account_id`)} and ${due} for update skip locked)`.execute(
        own,
      ),
  )
  return deleted.reduce((count, { numAffectedRows = 0n }) => count + Number(numAffectedRows), 0)
}

/**
 * Runs a statement of a scheduled job that takes rows of any account: once on a single database,
 * once for each account that `due` names where accounts are distributed: then `of(column)` limits it
 * to that account. What some took is returned even if others fail; throws if all do.
 */
export async function eachAccount<Result>(
  database: Database,
  due: RawBuilder<{ account_id: string }>,
  run: (
    database: Database,
    of: (column: RawBuilder<unknown>) => RawBuilder<unknown>,
  ) => Promise<Result>,
): Promise<Result[]> {
  if (!isDistributed(database)) return [await run(database, () => sql`true`)]
  const { rows } = await due.execute(database)
  const accountIds = [...new Set(rows.map(({ account_id }) => account_id))]
  const settled = await Promise.allSettled(
    accountIds.map((accountId) =>
      run(onShardOf(database, accountId), (column) => sql`${column} = ${accountId}`),
    ),
  )
  const done = settled.filter((each) => each.status === 'fulfilled')
  const failed = settled.find((each) => each.status === 'rejected')
  if (done.length === 0 && failed) throw failed.reason
  return done.map(({ value }) => value)
}
