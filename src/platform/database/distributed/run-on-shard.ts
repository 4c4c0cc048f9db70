import pg from 'pg'
import { prepareValue } from 'pg/lib/utils'
import { type Column, describeStatement } from './describe-statement.ts'

/** Lists of every length produce new texts: of the first ones the columns are remembered. */
const maxRemembered = 500

/** Runs statements on the shard of an account, as `pg` would on a single database. */
export type ShardRunner = (
  client: pg.ClientBase,
  asked: { accountId: string; statement: string; values: readonly unknown[] },
  name: string | undefined,
) => Promise<Pick<pg.QueryResult, 'command' | 'rowCount' | 'rows'>>

/** The statement that runs another one on the shard of an account. */
export const shardCall = `select atelier_run(account.tableoid, $1, $2::text[]) as found from account where id = $3`

type Row = Record<string, unknown>

/** The runner of one pool: it remembers the columns of statements. */
export function createShardRunner(): ShardRunner {
  const known = new Map<string, Column[] | null>()

  async function columnsOf(client: pg.ClientBase, statement: string): Promise<Column[] | null> {
    const found = known.get(statement)
    if (found !== undefined) return found
    const columns = await describeStatement(client, statement)
    if (known.size < maxRemembered) known.set(statement, columns)
    return columns
  }

  return async (client, { accountId, statement, values }, name) => {
    const columns = await columnsOf(client, statement)
    const given = values.map(toText)
    // A statement without rows returns one for each that it changed, so that they are counted.
    const text = columns ? statement : `${statement}\nreturning 1`
    const { rows } = await client.query<{ found: Row[] }>({
      text: shardCall,
      values: [text, given, accountId],
      ...(name !== undefined && { name }),
    })
    const found = rows[0]?.found ?? []
    if (!columns) return { command: 'UPDATE', rowCount: found.length, rows: [] }
    for (const row of found) for (const column of columns) decode(row, column)
    return { command: 'SELECT', rowCount: found.length, rows: found }
  }
}

/** A parameter as PostgreSQL reads it from text. */
export function toText(value: unknown): string | null {
  const prepared = prepareValue(value)
  return Buffer.isBuffer(prepared) ? `\\x${prepared.toString('hex')}` : prepared
}

const { BYTEA, INT8, NUMERIC, TIMESTAMP, TIMESTAMPTZ } = pg.types.builtins

/** Replaces what JSON has no type for, so that a row is the same as one that `pg` reads. */
function decode(row: Row, { name, dataTypeID }: Column): void {
  const value = row[name]
  if (value === null || value === undefined) return
  if (dataTypeID === TIMESTAMPTZ || dataTypeID === TIMESTAMP) row[name] = new Date(String(value))
  else if (dataTypeID === BYTEA) row[name] = Buffer.from(String(value).slice(2), 'hex')
  else if (dataTypeID === NUMERIC) row[name] = String(value)
  else if (dataTypeID === INT8) row[name] = Number(value)
}
