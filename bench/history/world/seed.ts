import { sql } from 'kysely'
import type { Database } from '#database/database.ts'
import { addUpParts, gatherTexts, sealBlocks } from '#services/history/maintain-index.ts'
import { seedAccounts } from '../../world/accounts.ts'
import { inventPrompt } from './prompts.ts'

/**
 * How many records the first account has, how many others there are, and how many records each of
 * them has.
 */
export type Size = { large: number; others: number; each: number }

type Log = (line: string) => void

const differentPrompts = 100_000
/** Everybody's records grow at the same time: so many times each account gets its share. */
const slices = 40

/**
 * Fills a database with finished pictures of 1,000 days, in the order they would have been made in.
 */
export async function seed(database: Database, size: Size, log: Log): Promise<void> {
  await seedAccounts(database, size.others + 1)
  await seedPrompts(database)
  const indexes = await dropIndexes(database)
  await database.connection().execute(async (session) => {
    // What the triggers do for each record is done for all of them afterwards.
    await sql`set session_replication_role = replica`.execute(session)
    await sql`set synchronous_commit = off`.execute(session)
    for (let slice = 0; slice < slices; slice++) {
      await insertSlice(session, { account: 1, accounts: 1, each: size.large }, slice)
      await insertSlice(session, { account: 2, accounts: size.others, each: size.each }, slice)
      if (slice % 10 === 9) log(`${((slice + 1) * 100) / slices} % of the records`)
    }
    await insertPictures(session)
    await sql`reset session_replication_role`.execute(session)
    await sql`reset synchronous_commit`.execute(session)
  })
  for (const definition of indexes) await sql.raw(definition).execute(database)
  await fillBlocks(database)
  await sql`update account set last_number = numbers.last
    from (select account_id, max(number) as last from generation group by account_id) numbers
    where account.id = account_id`.execute(database)
  for (const table of ['account', 'generation', 'media', 'history_block'])
    await vacuum(database, table)
  log('indexes and blocks')
  log(
    `${await sealBlocks({ database })} blocks sealed, ${await addUpParts({ database })} parts added up`,
  )
  await gatherTexts({ database })
  log('texts gathered')
  for (const table of ['history_block', 'history_term', 'history_text'])
    await vacuum(database, table)
}

async function seedPrompts(database: Database): Promise<void> {
  await sql`create table prompt (n serial primary key, model text, mode text, input jsonb, terms text[])`.execute(
    database,
  )
  const chunk = 5_000
  for (let made = 0; made < differentPrompts; made += chunk) {
    const prompts = JSON.stringify(Array.from({ length: chunk }, inventPrompt))
    await sql`insert into prompt (model, mode, input, terms) select model, mode, input, terms
      from jsonb_to_recordset(${prompts}::jsonb) as made (model text, mode text, input jsonb, terms text[])`.execute(
      database,
    )
  }
  await sql`analyze prompt`.execute(database)
}

/** Those that no constraint needs; answers how to make them again. */
async function dropIndexes(database: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid in ('generation'::regclass, 'media'::regclass)
      and not exists (select from pg_constraint where conindid = indexrelid)`.execute(database)
  for (const { name } of rows) await sql`drop index ${sql.table(name)}`.execute(database)
  return rows.map(({ definition }) => definition)
}

/** The next numbers of each of these accounts, one number after the other. */
async function insertSlice(
  database: Database,
  { account, accounts, each }: { account: number; accounts: number; each: number },
  slice: number,
): Promise<void> {
  const first = 1 + Math.floor((each * slice) / slices)
  const last = Math.floor((each * (slice + 1)) / slices)
  await sql`
    insert into generation (id, account_id, request_id, kind, generation_type, model, input, price, requested, refunded,
      status, is_favorite, tags, deadline, number, terms, created_at, started_at, completed_at, updated_at, deleted_at)
    select lpad(to_hex(number * 100000::bigint + account), 32, '0')::uuid, lpad(to_hex(account), 32, '0')::uuid,
      number::text, 'image', mode, model, input, 30, 1, case when luck < 0.04 then 30 else 0 end,
      case when luck < 0.04 then 'failed' when luck < 0.06 then 'partial' else 'completed' end, random() < 0.03,
      case when random() < 0.01 then array['tag ' || (random() * 49)::int] else '{}' end, made, number, terms, made, made,
      made + interval '4 s', made + interval '4 s', case when random() < 0.02 then now() end
    from (
      select number, account, random() as luck, 1 + floor(random() * ${differentPrompts}::int)::int as pick,
        now() - interval '1000 days' + number * (interval '1000 days' / ${each}::int) as made
      from generate_series(${first}::int, ${last}::int) as number,
        generate_series(${account}::int, ${account + accounts - 1}::int) as account
      offset 0
    ) record join prompt on n = pick
    order by record.number, record.account`.execute(database)
}

/**
 * One to each record of the first account: its history is the one that is looked at through HTTP.
 */
async function insertPictures(database: Database): Promise<void> {
  await sql`
    insert into media (id, account_id, generation_id, role, position, storage_key, thumbnail_key, content_type, bytes,
      sha256, width, height)
    select id, account_id, id, 'output', 0, 'generations/' || id || '/0.png', 'generations/' || id || '/0-small.webp',
      'image/png', 500000, md5(id::text), 512, 512
    from generation where account_id = lpad('1', 32, '0')::uuid and status <> 'failed' and deleted_at is null
    order by number`.execute(database)
}

/** As the migration does it for what there was before. */
async function fillBlocks(database: Database): Promise<void> {
  await sql`
    insert into history_block (account_id, kind, block, live, favorites, credits)
    select account_id, kind, number / 1024,
      coalesce(bit_or(set_bit(0::bit(1024), number % 1024, 1)) filter (where deleted_at is null), 0::bit(1024)),
      coalesce(bit_or(set_bit(0::bit(1024), number % 1024, 1)) filter (where deleted_at is null and is_favorite), 0::bit(1024)),
      coalesce(sum(price - refunded) filter (where deleted_at is null), 0)
    from generation group by account_id, kind, number / 1024`.execute(database)
  await sql`
    update history_block set is_full = true where exists (
      select from history_block later where later.account_id = history_block.account_id
        and later.kind = history_block.kind and later.block > history_block.block)`.execute(
    database,
  )
}

async function vacuum(database: Database, table: string): Promise<void> {
  await sql`vacuum (analyze) ${sql.table(table)}`.execute(database)
}
