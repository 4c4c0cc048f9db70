import { type Kysely, sql } from 'kysely'

/** Adds who gave an account its role: an identity provider, or an operator (`null`). */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`alter table account add column role_source text`.execute(database)
}
