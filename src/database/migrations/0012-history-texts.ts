import { type Kysely, sql } from 'kysely'

/**
 * The search texts of an unsealed block's records, gathered in one row: a search of a small history
 * reads it instead of as many pages as there are records
 * (docs/decisions/0015-history-in-blocks.md). Removing words from a record deletes the row; a
 * scheduled job gathers it again.
 */
export async function up(database: Kysely<never>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  `create table history_text (
    account_id uuid not null references account on delete cascade,
    kind text not null,
    block integer not null,
    below integer not null,
    numbers integer[] not null,
    texts text[] collate "C" not null,
    primary key (account_id, kind, block)
  )`,
  // To unpack it would take longer than to read it.
  'alter table history_text alter column texts set storage external, alter column numbers set storage external',
  `create function forget_words() returns trigger language plpgsql as $$
   begin
     delete from history_text
     where account_id = new.account_id and kind = new.kind and block = new.number / 1024;
     return null;
   end $$`,
  `create trigger generation_forgets_words after update of terms on generation
   for each row when (old.terms is distinct from new.terms) execute function forget_words()`,
]
