import { sql } from 'kysely'
import type { Database } from '#database/database.ts'
import { termsOf } from '#domain/search-terms.ts'
import type { Picture } from './pictures.ts'

const subjects = [
  'harbour',
  'orchard',
  'glacier',
  'violin',
  'fox',
  'lighthouse',
  'desert',
  'greenhouse',
  'comet',
  'teapot',
]
const lights = [
  'at dawn',
  'in fog',
  'under neon',
  'by candlelight',
  'after rain',
  'in winter sun',
  '在雨中',
  '黄昏',
]
const manners = [
  'oil on canvas',
  'grainy film',
  'ink wash',
  'macro photograph',
  'isometric render',
  'woodcut',
]

/**
 * Gives an account finished pictures as if it had made one every few hours, the newest now. The
 * rows are written as the product writes them, one picture each, so that every counter follows.
 */
export async function insertRecords(
  database: Database,
  accountId: string,
  pictures: readonly Picture[],
  count: number,
): Promise<void> {
  const batch = 1_000
  for (let first = 1; first <= count; first += batch) {
    const records = Array.from({ length: Math.min(batch, count - first + 1) }, (_, at) =>
      recordOf(first + at, pictures),
    )
    const json = JSON.stringify(records)
    await sql`
      insert into generation (id, account_id, request_id, kind, generation_type, model, input, price, requested, refunded,
        status, deadline, number, terms, created_at, started_at, completed_at, updated_at)
      select lpad(to_hex(n), 32, '0')::uuid, ${accountId}::uuid, n::text, 'image', 'text-to-image', model, input, 30, 1,
        case when n % 40 = 0 then 30 else 0 end, case when n % 40 = 0 then 'failed' else 'completed' end,
        made, n, terms, made, made, made + interval '4 s', made + interval '4 s'
      from (
        select *, now() - (${count}::int - n) * interval '173 minutes' as made
        from jsonb_to_recordset(${json}::jsonb) as record (n int, model text, input jsonb, terms text[])
      ) record order by record.n`.execute(database)
    await sql`
      insert into media (id, account_id, generation_id, role, position, storage_key, thumbnail_key, content_type, bytes,
        sha256, width, height)
      select gen_random_uuid(), ${accountId}::uuid, lpad(to_hex(n), 32, '0')::uuid, 'output', 0, key, key, 'image/webp',
        20000, md5(n::text), width, height
      from jsonb_to_recordset(${json}::jsonb) as record (n int, key text, width int, height int)
      where n % 40 <> 0`.execute(database)
  }
  await sql`update generation set is_favorite = true where account_id = ${accountId}::uuid and number % 17 = 0`.execute(
    database,
  )
  await sql`update account set last_number = ${count} where id = ${accountId}::uuid`.execute(
    database,
  )
}

function recordOf(n: number, pictures: readonly Picture[]) {
  const pick = <Item>(items: readonly Item[], step: number) =>
    items[Math.floor(n * step + (n * n) / 7) % items.length] as Item
  const { key, shape, width, height } = pick(pictures, 7.3)
  const prompt = `A ${pick(subjects, 1)} ${pick(lights, 1.7)}, ${pick(manners, 0.6)}`
  const model = pick(['flux-dev', 'flux-schnell', 'janus-pro'], 0.3)
  const size = `${width}x${height}`
  const terms = termsOf(prompt, { model, mode: 'text-to-image', size })
  return { n, key, width, height, model, terms, input: { prompt, image_size: shape } }
}
