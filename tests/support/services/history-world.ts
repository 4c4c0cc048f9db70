import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Status } from '#core/generations/rules/status.ts'
import { termsOf } from '#core/history/search-term-rules.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import type { Parts } from '#core/parts.ts'
import type { Database } from '#platform/database/database.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'

/** A record as a test knows it: what a history may show, or be narrowed by. */
export type Known = {
  id: string
  accountId: string
  number: number
  kind: Kind
  createdAt: Date
  prompt: string
  model: string
  mode: string
  size: string | null
  status: Status
  price: number
  refunded: number
  isDeleted: boolean
  isFavorite: boolean
  tags: string[]
}

/** A sequence of numbers from 0 below 1, the same for the same seed. */
export function seededRandom(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const words =
  'a red fox in the snow foxglove foxes at dusk dust in an inn café 42 tea teal teapot of old oak'.split(
    ' ',
  )
const chinese = ['雪地里的狐狸', '红色狐狸', '山', '雪山日出', '狐', '在雪地里']
const models = ['flux-dev', 'flux-schnell', 'sd35']
const sizes = ['512x512', '1024x1024', '1024x768', null]
const ended = ['completed', 'completed', 'completed', 'partial', 'failed'] as const

type Plan = {
  accountId: string
  count: number
  kinds: Kind[]
  /** Which of its records have not ended, by their numbers. */
  isOpen(number: number): boolean
  random(): number
  /** When the first was made; each of the others up to two hours after the one before. */
  begin: Date
}

/** Records of one account, numbered from 1. */
export function inventRecords({ accountId, count, kinds, isOpen, random, begin }: Plan): Known[] {
  const pick = <Item>(list: readonly Item[]) => list[Math.floor(random() * list.length)] as Item
  let time = begin.getTime()
  return Array.from({ length: count }, (_, index) => {
    time += 1 + Math.floor(random() ** 3 * 7_200_000)
    const status = isOpen(index + 1) ? pick(['pending', 'processing'] as const) : pick(ended)
    const price = 1 + Math.floor(random() * 50)
    const isEnded = status !== 'pending' && status !== 'processing'
    return {
      id: uuid(),
      accountId,
      number: index + 1,
      kind: pick(kinds),
      createdAt: new Date(time),
      prompt: Array.from({ length: 1 + Math.floor(random() * 5) }, () =>
        pick(random() < 0.2 ? chinese : words),
      ).join(' '),
      model: pick(models),
      mode: pick(['text-to-image', 'image-to-image']),
      size: pick(sizes),
      status,
      price,
      refunded: status === 'failed' ? price : 0,
      isDeleted: isEnded && random() < 0.1,
      isFavorite: random() < 0.1,
      tags: random() < 0.06 ? [pick(['north', 'south']), pick(['client a', '客户'])] : [],
    }
  })
}

/**
 * Writes them as they were when they began and then what became of them, as the product does, so
 * that triggers count.
 */
export async function writeRecords(
  { database }: Parts<'database'>,
  records: Known[],
): Promise<void> {
  for (const [accountId, own] of Map.groupBy(records, (record) => record.accountId))
    await writeOwnRecords(onShardOf(database, accountId), own)
}

async function writeOwnRecords(database: Database, records: Known[]): Promise<void> {
  for (let start = 0; start < records.length; start += 2000) {
    const rows = records
      .slice(start, start + 2000)
      .map((record) => ({ ...record, terms: termsOf(record.prompt, record) }))
    await sql`
      with record as (
        select *, status in ('pending', 'processing') as is_open from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as record (id uuid, "accountId" uuid, number text, kind text,
        mode text, model text, prompt text, price int, status text, terms text[], "createdAt" timestamptz)
      ), made as (
        insert into generation (id, account_id, request_id, kind, generation_type, model, input, price, requested,
          status, number, terms, created_at)
        select id, "accountId", number, kind, mode, model, jsonb_build_object('prompt', prompt), price, 1,
          (case when is_open then 'open' else status end)::generation_status, number::int, terms, "createdAt"
        from record
      ), queued as (
        insert into job (generation_id, account_id, kind, status, step, next_step_at, deadline)
        select id, "accountId", kind, status::job_status, 'submit', now(), now() from record where is_open
      )
      update account set last_number = greatest(last_number, newest)
      from (select "accountId", max(number::int) as newest from record group by 1) numbers
      where account.id = "accountId"`.execute(database)
    await writeChanges({ database }, rows)
  }
}

/** Writes what may change after a record ended. */
export async function writeChanges(
  { database }: Parts<'database'>,
  records: Known[],
): Promise<void> {
  for (const [accountId, own] of Map.groupBy(records, (record) => record.accountId))
    await sql`
    update generation set is_favorite = "isFavorite", tags = record.tags, refunded = record.refunded,
      deleted_at = case when "isDeleted" then now() end
    from jsonb_to_recordset(${JSON.stringify(own)}::jsonb) as record (id uuid, "isFavorite" boolean, tags text[],
      refunded int, "isDeleted" boolean)
    where generation.id = record.id and account_id = ${accountId}`.execute(
      onShardOf(database, accountId),
    )
}

/** Ends one of an account's open records. */
export async function endRecord(
  { database }: Parts<'database'>,
  { accountId, number }: { accountId: string; number: number },
): Promise<void> {
  await sql`
    with ended as (
      delete from job using generation
      where generation_id = id and job.account_id = ${accountId} and number = ${number} returning id
    )
    update generation set status = 'failed' from ended where generation.id = ended.id`.execute(
    onShardOf(database, accountId),
  )
}
