import { type Kysely, sql } from 'kysely'

/**
 * 32 blocks of a history together are a part. Once a later one has begun, a chore adds a part up,
 * so that a page of a very long history need not add up every block; from then on the trigger keeps
 * it as it keeps the block (docs/decisions/0015-history-in-blocks.md).
 */
export async function up(database: Kysely<never>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  `create table history_part (
    account_id uuid not null references account on delete cascade,
    kind text not null,
    part integer not null,
    records integer not null,
    favorites integer not null,
    credits bigint not null,
    primary key (account_id, kind, part)
  )`,
  'create index history_block_of_long on history_block (account_id, kind, block) where block >= 32',

  `create or replace function change_history() returns trigger language plpgsql as $$
   declare
     was integer := (old.deleted_at is null)::integer;
     is_now integer := (new.deleted_at is null)::integer;
     was_favorite integer := (old.deleted_at is null and old.is_favorite)::integer;
     is_favorite_now integer := (new.deleted_at is null and new.is_favorite)::integer;
     more integer := is_now * (new.price - new.refunded) - was * (old.price - old.refunded);
   begin
     update history_block set
       live = set_bit(live, new.number % 1024, is_now),
       favorites = set_bit(favorites, new.number % 1024, is_favorite_now),
       credits = credits + more
     where account_id = new.account_id and kind = new.kind and block = new.number / 1024;
     update history_part set
       records = records + is_now - was, favorites = favorites + is_favorite_now - was_favorite, credits = credits + more
     where account_id = new.account_id and kind = new.kind and part = new.number / 32768;
     return null;
   end $$`,
]
