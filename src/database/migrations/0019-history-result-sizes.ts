import { type Kysely, sql } from 'kysely'

/**
 * Images whose size only their result tells (image to image) are found by it. New ones get the term
 * when they end, which is before their block's terms are gathered, so that this takes no gathered
 * row away.
 */
export async function up(database: Kysely<never>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const none = '0::bit(1024)'

const statements = [
  `create temporary table sized_result on commit drop as
   select generation.id, account_id, generation.kind, number, '#size:' || width || 'x' || height as term
   from generation cross join lateral (
     select width, height from media
     where generation_id = generation.id and role = 'output' and width > 0 and height > 0
     order by position limit 1
   ) result
   where generation.kind = 'image' and cardinality(terms) > 0
     and not exists (select from unnest(terms) as term where term like '#size:%')`,
  `update generation set terms = terms || array[sized_result.term]
   from sized_result where generation.id = sized_result.id`,
  `insert into history_term (account_id, kind, term, block, bits)
   select account_id, kind, term, block, bit_or(set_bit(${none}, number % 1024, 1))
   from sized_result join history_block using (account_id, kind)
   where block = number / 1024 and is_sealed
   group by account_id, kind, term, block
   on conflict (account_id, kind, term, block) do update set bits = history_term.bits | excluded.bits`,
  'drop trigger generation_forgets_words on generation',
  `create trigger generation_forgets_words after update of terms on generation
   for each row when (old.terms is distinct from new.terms and old.status not in ('pending', 'processing'))
   execute function forget_words()`,
]
