import { type Kysely, sql } from 'kysely'

/**
 * What a repeat is recognised by, of a request and of an identity whose account was deleted;
 * requested cancellations.
 */
export async function up(database: Kysely<never>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  // Rows from before have none, and count as the same request.
  'alter table generation add column request_hash bytea, add column cancel_requested_at timestamptz',

  // Never a chain: the successor is the account that is in use.
  `alter table account
    add column successor_id uuid references account,
    add column debt_moved integer not null default 0 check (debt_moved >= 0)`,
  'create index account_successor on account (successor_id) where successor_id is not null',
  `create table deleted_identity (
    identity_hash bytea primary key,
    account_id uuid not null references account,
    has_signup_grant boolean not null,
    created_at timestamptz not null default now()
  )`,
  'create index deleted_identity_account on deleted_identity (account_id)',
]
