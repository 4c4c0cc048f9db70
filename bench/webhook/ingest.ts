import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { sql } from 'kysely'
import type { Database } from '#database/database.ts'
import { accountId, seedAccounts } from '../world/accounts.ts'
import { type FreshDatabase, freshDatabase } from '../world/fresh-database.ts'
import { track } from '../world/process.ts'
import { startProviderStub } from '../world/provider-stub.ts'
import type { Server } from '../world/server.ts'
import { startStudio } from '../world/studio.ts'
import { type Job, makeKeyPair } from './signer.ts'

export type IngestOrder = {
  privateKey: string
  jobs: Job[]
  repeats: number
  forged: number
  connections: number
}

export type IngestResult = {
  rate: number
  genuine: Record<string, number>
  forged: Record<string, number>
}

export type IngestWorld = AsyncDisposable & {
  /**
   * Sends one webhook for each of `count` open generations, and more that repeat or forge some.
   * Throws when a row was not woken.
   */
  ingest(order: {
    count: number
    repeats: number
    forged: number
    connections: number
  }): Promise<IngestResult>
}

/**
 * One process of role web and generations that wait for their webhooks; no worker takes them away.
 */
export async function ingestWorld(server: Server): Promise<IngestWorld> {
  const stack = new AsyncDisposableStack()
  const fresh = stack.use(await freshDatabase(server))
  await seedAccounts(fresh.database, 1)
  const stub = stack.use(await startProviderStub())
  const { privateKey, keySet } = makeKeyPair()
  stub.also('/.well-known/jwks.json', 'application/json', keySet)
  const studio = stack.use(
    await startStudio({ databaseUrl: fresh.url, roles: ['web'], providerUrl: stub.url }),
  )

  let rounds = 0
  return {
    ingest: async ({ count, ...order }) => {
      const jobs = await insertOpen(fresh, { count, mark: `round${rounds++}`, url: studio.url })
      const result = await send({ ...order, privateKey, jobs })
      await expectAllWoken(fresh.database)
      return result
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

async function send(order: IngestOrder): Promise<IngestResult> {
  const child = track(fork(path.join(import.meta.dirname, 'ingest-load.process.ts')))
  const answered = once(child, 'message')
  child.send(order)
  const [result] = await answered
  await once(child, 'exit')
  return result as IngestResult
}

/** Generations that were handed over and whose own next question is far away. */
async function insertOpen(
  { database }: FreshDatabase,
  { count, mark, url }: { count: number; mark: string; url: string },
): Promise<Job[]> {
  const { rows } = await sql<{ id: string; webhook_token: string; request_id: string }>`
    insert into generation (id, account_id, request_id, kind, generation_type, model, input, price, requested, step,
      next_step_at, deadline, submit_started_at, provider_job, number)
    select gen_random_uuid(), ${accountId(1)}, ${mark}::text || n, 'image', 'text-to-image', 'flux-schnell', '{}', 8, 1, 'ask',
      now() + interval '1 h', now() + interval '1 h', now(),
      jsonb_build_object('endpoint', 'fal-ai/flux/schnell', 'requestId', ${mark}::text || n, 'urls', '{}'::jsonb), n + (select count(*) from generation)
    from generate_series(1, ${count}::integer) as n
    returning id, webhook_token, request_id`.execute(database)
  return rows.map(({ id, webhook_token: token, request_id: requestId }) => ({
    requestId,
    webhookUrl: `${url}/api/wan/getImageResult?generation=${id}&token=${token}`,
  }))
}

async function expectAllWoken(database: Database): Promise<void> {
  const { rows } = await sql<{ asleep: number }>`
    select count(*)::int as asleep from generation where step <> 'collect' or next_step_at > now()`.execute(
    database,
  )
  if (rows[0]?.asleep !== 0) throw new Error(`${rows[0]?.asleep} webhooks were lost`)
}
