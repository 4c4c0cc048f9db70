import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { termsOf } from '#core/history/search-term-rules.ts'
import type { Database } from '#platform/database/database.ts'
import { accountId } from './setup.ts'

/** An image's size, and where it lies in the storage. */
export type StoredImage = {
  key: string
  shape: string
  width: number
  height: number
  bytes?: number
}

/** Files that nothing in the benchmark asks for. */
const noImages: StoredImage[] = [{ key: 'none.webp', shape: 'square', width: 512, height: 512 }]

const subjects = 'harbour orchard glacier violin fox lighthouse desert comet teapot'.split(' ')
const lights = ['at dawn', 'in fog', 'under neon', 'after rain', 'in winter sun', '在雨中', '黄昏']
const styles = ['oil on canvas', 'ink wash', 'macro photograph', 'isometric render', 'woodcut']

/** The id of the nth record of an account, from 1. */
export function recordId(account: number, n: number): string {
  return accountId(account * 1_000_000 + n)
}

/**
 * Inserts finished images of the nth account, one every few hours, the newest now: as the product
 * writes them, so that triggers keep every counter. One in 40 failed.
 */
export async function insertRecords(
  database: Database,
  account: number,
  { count, images = noImages }: { count: number; images?: readonly StoredImage[] },
): Promise<void> {
  const owner = accountId(account)
  const batch = 1_000
  for (let first = 1; first <= count; first += batch) {
    const records = Array.from({ length: Math.min(batch, count - first + 1) }, (_, index) =>
      createRecord(first + index, images),
    )
    const json = JSON.stringify(records.map((record) => ({ ...record, base: account * 1_000_000 })))
    await sql`
      insert into generation (id, account_id, request_id, kind, generation_type, model, input, price, requested, refunded,
        status, number, terms, created_at, started_at, completed_at, updated_at)
      select lpad(to_hex(base + n), 32, '0')::uuid, ${owner}::uuid, n::text, 'image', 'text-to-image', model, input, 30, 1,
        case when n % 40 = 0 then 30 else 0 end, (case when n % 40 = 0 then 'failed' else 'completed' end)::generation_status,
        n, terms, made, made, made + interval '4 s', made + interval '4 s'
      from (
        select *, now() - (${count}::int - n) * interval '173 minutes' as made
        from jsonb_to_recordset(${json}::jsonb) as record (base bigint, n int, model text, input jsonb, terms text[])
      ) record order by record.n`.execute(database)
    await sql`
      insert into media (id, account_id, generation_id, role, position, storage_key, thumbnail_key, content_type, bytes,
        sha256, width, height)
      select gen_random_uuid(), ${owner}::uuid, lpad(to_hex(base + n), 32, '0')::uuid, 'output', 0, key, key,
        'image/webp', bytes, md5(n::text), width, height
      from jsonb_to_recordset(${json}::jsonb) as record (base bigint, n int, key text, width int, height int, bytes int)
      where n % 40 <> 0`.execute(database)
  }
  await sql`update account set last_number = ${count} where id = ${owner}::uuid`.execute(database)
}

/**
 * What became of all generations of a database. `wrong`: balances that are not their entries' sum.
 */
export type LoadOutcome = {
  generations: number
  charges: number
  open: number
  completed: number
  lost: number
  wrong: number
}

export async function readOutcome(database: Database): Promise<LoadOutcome> {
  const { rows } = await sql<LoadOutcome>`
    select count(*)::int as generations, count(*) filter (where status = 'open')::int as open,
      count(*) filter (where status = 'completed')::int as completed,
      count(*) filter (where status in ('failed', 'partial'))::int as lost,
      (select count(*)::int from credit_entry where reason = 'charge') as charges,
      (select count(*)::int from account where credits <> (select coalesce(sum(credits), 0)
        from credit_entry where account_id = account.id)) as wrong
    from generation`.execute(database)
  const [outcome] = rows
  if (!outcome) throw new Error('The database did not answer')
  return outcome
}

/** Waits until no generation is open. */
export async function untilEnded(database: Database): Promise<LoadOutcome> {
  for (;;) {
    const outcome = await readOutcome(database)
    if (outcome.open === 0) return outcome
    await delay(200)
  }
}

function createRecord(n: number, images: readonly StoredImage[]) {
  const pick = <Item>(items: readonly Item[], step: number) =>
    items[Math.floor(n * step + (n * n) / 7) % items.length] as Item
  const { key, shape, width, height, bytes = 20_000 } = pick(images, 7.3)
  const prompt = `A ${pick(subjects, 1)} ${pick(lights, 1.7)}, ${pick(styles, 0.6)}`
  const model = pick(['flux-dev', 'flux-schnell', 'janus-pro'], 0.3)
  const size = `${width}x${height}`
  const terms = termsOf(prompt, { model, mode: 'text-to-image', size })
  return { n, key, width, height, bytes, model, terms, input: { prompt, image_size: shape } }
}
