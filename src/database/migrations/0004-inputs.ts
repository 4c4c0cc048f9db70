import { type Kysely, sql } from 'kysely'

/** Work that answers in words, and the files that work starts from. */
export async function up(database: Kysely<never>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = ['alter table generation add column answer text']
