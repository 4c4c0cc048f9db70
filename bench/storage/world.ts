import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import sharp from 'sharp'
import { type Bucket, startBucket } from '#testing/bucket.ts'
import { createRequest } from '../load/create-request.ts'
import { type HttpLine, openLine } from '../load/http-line.ts'
import { makeKeys, seedAccounts } from '../world/accounts.ts'
import { freshDatabase } from '../world/fresh-database.ts'
import { startProviderStub } from '../world/provider-stub.ts'
import type { Server } from '../world/server.ts'
import { startStudio } from '../world/studio.ts'

const people = 10

/** How long the provider works on a job, in ms. */
const jobTime = 1_000

/** How long a run may take to end, in ms. */
const patience = 40 * 60_000

export type StorageRun = {
  charged: number
  completed: number
  lost: number
  /** Open when the outage or the load ended. */
  waiting: number
  /** Creates that were refused, by code. */
  refused: Record<string, number>
  /** How long a create took to be answered, in ms. */
  p50: number
  p99: number
  storedAfterMs: number
  wrongBalances: number
}

export type StorageWorld = AsyncDisposable & {
  bucket: Bucket
  /** Jobs are finished only after `false`. */
  holdJobs(holds: boolean): void
  /** Sends creates at this rate for so many seconds, however they are answered. */
  create(load: { rate: number; seconds: number }): Promise<void>
  untilSubmitted(count: number): Promise<void>
  countOpen(): Promise<number>
  untilEnded(): Promise<Omit<StorageRun, 'waiting'>>
}

/**
 * The product with its results in a bucket that can fail, a provider that finishes every job, and
 * people.
 */
export async function storageWorld(server: Server, deadlineSeconds: number): Promise<StorageWorld> {
  const stack = new AsyncDisposableStack()
  const { url: databaseUrl, database } = stack.use(await freshDatabase(server))
  await seedAccounts(database, people)
  const bucket = await startBucket('media')
  stack.defer(bucket.stop)
  const provider = stack.use(await startProviderStub())
  provider.also('/files/picture.png', 'image/png', await picture())
  const held: string[] = []
  let holds = false
  let submitted = 0
  const finishSoon = (id: string) => void delay(jobTime).then(() => provider.finish(id, 'done'))
  provider.onSubmit(({ requestId }) => {
    submitted += 1
    if (holds) held.push(requestId)
    else finishSoon(requestId)
  })
  const environment = {
    STORAGE: 's3',
    DEADLINES: JSON.stringify({ image: deadlineSeconds }),
    ...{ S3_ENDPOINT: bucket.url, S3_REGION: 'auto', S3_BUCKET: 'media' },
    ...{ S3_ACCESS_KEY_ID: 'bench', S3_SECRET_ACCESS_KEY: 'bench' },
  }
  const studio = stack.use(
    await startStudio({ databaseUrl, roles: ['all'], providerUrl: provider.url, environment }),
  )
  const keys = await makeKeys(database, people)
  const refused: Record<string, number> = {}
  const times: number[] = []
  let created = 0

  async function createOne(line: HttpLine): Promise<void> {
    const number = created++
    const begun = performance.now()
    const request = createRequest(studio.url, {
      key: keys[number % people] ?? '',
      name: `storage-${number}`,
    })
    const { status, body } = await line.send(request)
    times.push(performance.now() - begun)
    if (status === 200) return
    const { code = String(status) } = JSON.parse(body) as { code?: string }
    refused[code] = (refused[code] ?? 0) + 1
  }

  async function create({ rate, seconds }: { rate: number; seconds: number }): Promise<void> {
    const calls: Promise<void>[] = []
    const start = performance.now()
    for (let index = 0; index < rate * seconds; index++) {
      const pause = start + (index * 1_000) / rate - performance.now()
      if (pause > 0) await delay(pause)
      const call = async () => {
        // One that was kept would be closed by the server while nobody uses it.
        const line = await openLine(studio.url)
        await createOne(line).finally(line.close)
      }
      calls.push(call())
    }
    await Promise.all(calls)
  }

  const countOpen = async () => {
    const { rows } = await sql<{ open: number }>`
      select count(*)::int as open from generation where step is not null`.execute(database)
    return rows[0]?.open ?? 0
  }

  async function untilEnded() {
    const begun = performance.now()
    while ((await countOpen()) > 0) {
      if (performance.now() - begun > patience) throw new Error('Thumbnail open')
      await delay(100)
    }
    const storedAfterMs = performance.now() - begun
    const sorted = times.toSorted((one, other) => one - other)
    const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
    return { ...(await readOutcome()), refused, p50: at(0.5), p99: at(0.99), storedAfterMs }
  }

  async function readOutcome() {
    const { rows } = await sql<{ charged: number; completed: number; lost: number; wrong: number }>`
      select count(*)::int as charged, count(*) filter (where status = 'completed')::int as completed,
        count(*) filter (where status in ('failed', 'partial'))::int as lost,
        (select count(*)::int from account where credits <> (
          select coalesce(sum(credits), 0) from credit_entry where account_id = account.id)) as wrong
      from generation`.execute(database)
    const [found] = rows
    if (!found) throw new Error('No answer')
    const { wrong: wrongBalances, ...counts } = found
    return { ...counts, wrongBalances }
  }

  return {
    bucket,
    holdJobs: (value) => {
      holds = value
      if (!value) for (const id of held.splice(0)) finishSoon(id)
    },
    create,
    untilSubmitted: async (count) => {
      while (submitted < count) await delay(50)
    },
    countOpen,
    untilEnded,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

function picture(): Promise<Buffer> {
  return sharp({ create: { width: 512, height: 512, channels: 3, background: '#246' } })
    .png()
    .toBuffer()
}
