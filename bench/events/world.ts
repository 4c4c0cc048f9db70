import { sql } from 'kysely'
import type { Database } from '#database/database.ts'
import { encodeRequest } from '../load/http-line.ts'
import { accountId, makeKeys, seedAccounts } from '../world/accounts.ts'
import { freshDatabase } from '../world/fresh-database.ts'
import { startProviderStub } from '../world/provider-stub.ts'
import type { Server } from '../world/server.ts'
import { startStudio } from '../world/studio.ts'
import { type StreamClient, startStreamClient } from './stream-client.ts'

/** Reads its history while others listen. */
export const reader = 1
/** The name of the account with more records than a resumed stream is sent. */
export const veteran = 2
const firstListener = 3

const readerRecords = 1_000
const veteranRecords = 10_000

type Size = { listeners: number; recordsEach: number }

export type EventsWorld = AsyncDisposable & {
  url: string
  pid: number
  streams: StreamClient
  keyOf(account: number): string
  /** The account numbers of those who listen. */
  listeners: number[]
  /**
   * The request that marks the nth record of an account, and the state that a stream then hears.
   */
  mark(account: number, record: number, isFavorite: boolean): { name: string; bytes: Buffer }
}

/** One process of role all, a process that holds streams, and accounts with finished records. */
export async function eventsWorld(
  server: Server,
  { listeners, recordsEach }: Size,
): Promise<EventsWorld> {
  const stack = new AsyncDisposableStack()
  const { url: databaseUrl, database } = stack.use(await freshDatabase(server))
  const count = firstListener - 1 + listeners
  await seedAccounts(database, count)
  const listening = Array.from({ length: listeners }, (_, index) => firstListener + index)
  await insertRecords(database, reader, readerRecords)
  await insertRecords(database, veteran, veteranRecords)
  if (recordsEach > 0)
    for (const account of listening) await insertRecords(database, account, recordsEach)
  await sql`vacuum (analyze)`.execute(database)
  const keys = await makeKeys(database, count)
  const provider = stack.use(await startProviderStub())
  const studio = stack.use(
    await startStudio({ databaseUrl, roles: ['all'], providerUrl: provider.url }),
  )
  const streams = stack.use(startStreamClient())
  const keyOf = (account: number) => keys[account - 1] ?? ''
  return {
    url: studio.url,
    pid: studio.pids[0] ?? 0,
    streams,
    keyOf,
    listeners: listening,
    mark: (account, record, isFavorite) => {
      const imageId = recordId(account, record)
      const bytes = encodeRequest({
        method: 'POST',
        url: `${studio.url}/api/image-generation/favorite`,
        headers: { authorization: `Bearer ${keyOf(account)}` },
        body: JSON.stringify({ imageId, isFavorite }),
      })
      return { name: `${imageId} ${isFavorite}`, bytes }
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** The id of the nth record of an account, from 1. */
function recordId(account: number, record: number): string {
  return accountId(account * 1_000_000 + record)
}

/** Finished images, one every few minutes; triggers keep every counter. */
async function insertRecords(database: Database, account: number, count: number): Promise<void> {
  await sql`
    insert into generation (id, account_id, request_id, kind, generation_type, model, input, price, requested, refunded,
      status, deadline, number, terms, created_at, started_at, completed_at, updated_at)
    select lpad(to_hex(${account}::bigint * 1000000 + n), 32, '0')::uuid, ${accountId(account)}::uuid, n::text, 'image',
      'text-to-image', 'flux-schnell',
      jsonb_build_object('prompt', 'A lighthouse at dusk ' || n, 'image_size', 'square', 'num_inference_steps', 4),
      30, 1, 0, 'completed', made, n, array['lighthouse', 'dusk'], made, made, made, made
    from (select n, now() - (${count}::int - n) * interval '7 minutes' as made from generate_series(1, ${count}::int) as n) record
    order by record.n`.execute(database)
  await sql`
    insert into media (id, account_id, generation_id, role, position, storage_key, thumbnail_key, content_type, bytes,
      sha256, width, height)
    select gen_random_uuid(), account_id, id, 'output', 0, 'generations/' || id || '/0.png', 'generations/' || id || '/0-small.webp',
      'image/png', 500000, md5(id::text), 512, 512
    from generation where account_id = ${accountId(account)}::uuid order by number`.execute(
    database,
  )
  await sql`update account set last_number = ${count} where id = ${accountId(account)}::uuid`.execute(
    database,
  )
}
