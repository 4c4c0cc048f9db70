import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import type { Database } from '../database.ts'
import { isDistributed } from './accounts-shard.ts'
import { toText } from './run-on-shard.ts'

/**
 * Returns the rows of a statement that compares rows of the same account: on a single database it
 * runs once; where accounts are distributed it runs on each shard, in one statement and so at one
 * moment for each account. Columns are texts, numbers or null.
 */
export async function onEveryShard<Row>(
  database: Database,
  query: RawBuilder<Row>,
): Promise<Row[]> {
  if (!isDistributed(database)) return (await query.execute(database)).rows
  const { sql: statement, parameters } = query.compile(database)
  const values = parameters.map((value) => {
    const text = toText(value)
    return text === null ? 'null' : pg.escapeLiteral(text)
  })
  const call = `${pg.escapeLiteral(statement)}, array[${values.join(', ')}]::text[]`
  const command = `select atelier_run('%s'::regclass, ${call.replaceAll('%', '%%')})`
  const { rows } = await sql<{ success: boolean; result: string }>`
    select success, result from run_command_on_shards('account', ${sql.lit(command)}, false)`.execute(
    database,
  )
  return rows.flatMap(({ success, result }) => {
    if (!success) throw new Error(`A shard failed: ${result}`)
    return JSON.parse(result) as Row[]
  })
}

/** Whether the rows of a table are distributed over the shards of accounts. */
export async function isDistributedTable(database: Database, table: string): Promise<boolean> {
  if (!isDistributed(database)) return false
  const { rows } = await sql`
    select from pg_dist_partition where logicalrelid = ${table}::regclass and partkey is not null`.execute(
    database,
  )
  return rows.length > 0
}
