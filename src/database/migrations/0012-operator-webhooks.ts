import { type Kysely, sql } from 'kysely'

/**
 * Adds the webhooks of operators and their messages. They have the columns and indexes of accounts'
 * webhooks, so that both are sent by the same statements; `account_id` is that of no account.
 */
export async function up(database: Kysely<never>): Promise<void> {
  for (const [table, like] of [
    ['operator_webhook_endpoint', 'webhook_endpoint'],
    ['operator_webhook_delivery', 'webhook_delivery'],
  ] as const) {
    await sql`create table ${sql.table(table)} (like ${sql.table(like)} including all)`.execute(
      database,
    )
    await sql`
      alter table ${sql.table(table)} alter account_id set default '00000000-0000-0000-0000-000000000000'`.execute(
      database,
    )
  }
}
