import { type Kysely, sql } from 'kysely'

/**
 * What an operator looks for is found by indexes, however many accounts there are. Request ids come
 * first in the index that keeps them apart: whose account it is need not be known. Parts of e-mail
 * addresses and names are found by their trigrams, where PostgreSQL has them (its contrib modules)
 * and lets us use them; elsewhere each account is looked at.
 */
export async function up(database: Kysely<never>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  'create unique index generation_asked on generation (request_id, account_id)',
  'alter table generation drop constraint generation_request',
  'alter table generation add constraint generation_request unique using index generation_asked',
  'create index account_made on account (created_at, id)',
  `do $$ begin
    create extension if not exists pg_trgm;
    create index account_sought on account using gin (email gin_trgm_ops, name gin_trgm_ops);
  exception when undefined_file or insufficient_privilege or feature_not_supported or undefined_object then
    raise notice 'accounts are searched without an index: %', sqlerrm;
  end $$`,
]
