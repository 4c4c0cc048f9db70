import { sql } from 'kysely'
import type { Database } from '#database/database.ts'

/** The page by `OFFSET` over the same table, without any total. */
export async function offsetPage(
  database: Database,
  accountId: string,
  offset: number,
  limit: number,
): Promise<void> {
  await sql`select * from generation
    where account_id = ${accountId} and kind = 'image' and deleted_at is null
    order by number desc limit ${limit} offset ${offset}`.execute(database)
}

/** How many records there are to search, by a look at each. */
export async function countLike(
  database: Database,
  accountId: string,
  search: string,
): Promise<void> {
  await sql`select count(*) from generation
    where account_id = ${accountId} and kind = 'image' and deleted_at is null
      and input->>'prompt' ilike ${`%${search}%`}`.execute(database)
}
