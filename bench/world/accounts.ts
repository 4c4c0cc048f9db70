import { sql } from 'kysely'
import type { Database } from '#database/database.ts'
import { createApiKey } from '#services/accounts/api-keys.ts'

const plenty = 1_000_000_000

/** The id of the benchmark's nth account, from 1. pgbench computes the same one. */
export function accountId(n: number): string {
  return n
    .toString(16)
    .padStart(32, '0')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** Makes accounts 1 to `count`, paid and rich, their credits in the ledger. */
export async function seedAccounts(database: Database, count: number): Promise<void> {
  await sql`insert into account (id, email, has_paid, credits)
    select lpad(to_hex(n), 32, '0')::uuid, n || '@example.com', true, ${plenty}::integer
    from generate_series(1, ${count}::integer) as n`.execute(database)
  await sql`insert into credit_entry (account_id, reason, credits, balance_after)
    select id, 'grant', credits, credits from account`.execute(database)
  await sql`analyze account`.execute(database)
}

/** API keys of accounts 1 to `count`. */
export async function makeKeys(database: Database, count: number): Promise<string[]> {
  const keys = []
  for (let n = 1; n <= count; n++)
    keys.push(await createApiKey({ database }, accountId(n), 'bench'))
  return keys
}
