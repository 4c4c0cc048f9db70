import { type Kysely, sql } from 'kysely'
import { findModel } from '#catalogue/catalogue.ts'
import { searchTerms } from '#domain/search-terms.ts'

/**
 * The histories. Records of an account are numbered; 1,024 numbers of a kind are a block. A block's
 * row says by one bit a record which exist and which are favourites, so totals and any page are
 * found without walking through the records. Words and facets of a block whose records have all
 * ended are kept as bits too (docs/decisions/0015-history-in-blocks.md).
 */
export async function up(database: Kysely<never>): Promise<void> {
  for (const statement of columns) await sql.raw(statement).execute(database)
  await describeRecords(database)
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const columns = [
  'alter table account add column last_number integer not null default 0',
  `alter table generation
    add column number integer,
    add column terms text[] collate "C" not null default '{}',
    add column parent_id uuid references generation on delete set null,
    add column refund_attempts integer not null default 0,
    add column purge_at timestamptz`,
  `update generation set number = numbered.number
   from (select id, row_number() over (partition by account_id order by created_at, id) as number from generation) numbered
   where generation.id = numbered.id`,
  `update account set last_number = numbered.last
   from (select account_id, max(number) as last from generation group by account_id) numbered
   where account.id = numbered.account_id`,
  'alter table generation alter column number set not null',
]

const none = '0::bit(1024)'

const statements = [
  'drop index generation_history',
  'create unique index generation_number on generation (account_id, kind, number)',
  'create index generation_made on generation (account_id, kind, created_at)',
  `create index generation_tagged on generation (account_id, kind) where tags <> '{}'`,
  'create index generation_purge on generation (purge_at) where purge_at is not null',

  `create table history_block (
    account_id uuid not null references account on delete cascade,
    kind text not null,
    block integer not null,
    live bit(1024) not null,
    favorites bit(1024) not null default ${none},
    credits bigint not null,
    is_full boolean not null default false,
    is_sealed boolean not null default false,
    primary key (account_id, kind, block)
  )`,
  'create index history_block_to_seal on history_block (account_id) where is_full and not is_sealed',
  `create table history_term (
    account_id uuid not null references account on delete cascade,
    kind text not null,
    term text collate "C" not null,
    block integer not null,
    bits bit(1024) not null,
    primary key (account_id, kind, term, block) include (bits)
  )`,
  `insert into history_block (account_id, kind, block, live, favorites, credits)
   select account_id, kind, number / 1024,
     coalesce(bit_or(set_bit(${none}, number % 1024, 1)) filter (where deleted_at is null), ${none}),
     coalesce(bit_or(set_bit(${none}, number % 1024, 1)) filter (where deleted_at is null and is_favorite), ${none}),
     coalesce(sum(price - refunded) filter (where deleted_at is null), 0)
   from generation group by account_id, kind, number / 1024`,
  `update history_block set is_full = true where exists (
     select from history_block later where later.account_id = history_block.account_id
       and later.kind = history_block.kind and later.block > history_block.block)`,

  `create function enter_history() returns trigger language plpgsql as $$
   begin
     update history_block set live = set_bit(live, new.number % 1024, 1), credits = credits + new.price
     where account_id = new.account_id and kind = new.kind and block = new.number / 1024;
     if not found then
       insert into history_block as known (account_id, kind, block, live, credits)
       values (new.account_id, new.kind, new.number / 1024, set_bit(${none}, new.number % 1024, 1), new.price)
       on conflict (account_id, kind, block) do update
       set live = set_bit(known.live, new.number % 1024, 1), credits = known.credits + excluded.credits;
       update history_block set is_full = true
       where account_id = new.account_id and kind = new.kind and block < new.number / 1024 and not is_full;
     end if;
     return null;
   end $$`,
  `create trigger generation_enters_history after insert on generation for each row execute function enter_history()`,

  `create function change_history() returns trigger language plpgsql as $$
   declare
     was integer := (old.deleted_at is null)::integer;
     is_now integer := (new.deleted_at is null)::integer;
   begin
     update history_block set
       live = set_bit(live, new.number % 1024, is_now),
       favorites = set_bit(favorites, new.number % 1024, (new.deleted_at is null and new.is_favorite)::integer),
       credits = credits + is_now * (new.price - new.refunded) - was * (old.price - old.refunded)
     where account_id = new.account_id and kind = new.kind and block = new.number / 1024;
     return null;
   end $$`,
  `create trigger generation_changes_history after update of deleted_at, is_favorite, price, refunded on generation
   for each row when ((old.deleted_at is null, old.is_favorite, old.price, old.refunded)
     is distinct from (new.deleted_at is null, new.is_favorite, new.price, new.refunded))
   execute function change_history()`,

  `create table download (
    id uuid primary key,
    account_id uuid not null references account on delete cascade,
    generation_ids uuid[] not null,
    format text check (format in ('png')),
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
  )`,
  'create index download_expiry on download (expires_at)',
  'create index download_account on download (account_id)',
]

type Undescribed = {
  id: string
  model: string
  generation_type: string
  input: Record<string, unknown>
}

/** What was made before is found by its words, too. */
async function describeRecords(database: Kysely<never>): Promise<void> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await sql<Undescribed>`
      select id, model, generation_type, input from generation where id > ${after} order by id limit 500`.execute(
      database,
    )
    for (const { id, model, generation_type: mode, input } of rows) {
      const terms = searchTerms(findModel(model, mode), { model, mode, input })
      await sql`update generation set terms = ${terms} where id = ${id}`.execute(database)
    }
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}
