import { setTimeout as delay } from 'node:timers/promises'
import { type BucketSlowness, startBucket } from '#testing/storage/bucket.ts'
import type { Context } from './bench.ts'
import { type Statuses, sendCreates } from './support/load.ts'
import { summarize } from './support/measure.ts'
import { type LoadOutcome, readOutcome, untilEnded } from './support/records.ts'
import { format, type Report, type Row } from './support/report.ts'
import { openSetup, type PostgresServer } from './support/setup.ts'

const openCount = 200
const creates = 20
const deadlineSeconds = 300
const jobMs = 1_000

/** Half an hour of outage, and what comes before and after it. */
export const fullMinutes = 90

/** Fewer requests at once, and each later, than the generations need. */
const saturated = { concurrency: 8, delayMs: 200 }

/** `waiting`: open when the outage or the load ended. */
type Run = LoadOutcome & {
  waiting: number
  refused: Statuses
  answered: { p50: number; p99: number }
  storedAfterMs: number
}

/** Paid results while the product's storage is unavailable, and while it is slow. */
export async function run({ server, quick, full, keepRows }: Context): Promise<Report> {
  const [outageMinutes, seconds] = quick ? [0.2, 5] : full ? [30, 75] : [2, 30]
  const outage = await measureOutage(server, outageMinutes)
  const away = keepRows(rowsOf(`unavailable for ${outageMinutes} min, ${openCount} open`, outage))
  const fast = await measureLoad(server, seconds, null)
  const slow = await measureLoad(server, seconds, saturated)
  return {
    title: 'Storage away and slow',
    rows: [...away, ...rowsOf(`saturated, ${creates} creates/s for ${seconds} s`, slow, fast)],
    notes: [
      `One process of role all; a bucket that speaks S3 over HTTP in memory; images of a provider that finishes every job. The deadline of an image, counted from its create: ${deadlineSeconds} s.`,
      `Unavailable: ${openCount} images are open at the provider when the bucket begins to refuse connections; then all of them finish there. Meanwhile one create request for an image is sent a second. The outage lasts ${outageMinutes} minutes.`,
      `Saturated: the bucket answers ${saturated.concurrency} requests at once, each ${saturated.delayMs} ms late, the others wait in line.`,
      'Yardstick of the saturated bucket: the same load with a bucket that is fast, in the same run.',
      '“Lost”: ended failed or partial although the provider had finished it. “Stored after”: from the last create, or the end of the outage, until the last result was stored.',
      'Every account’s balance was compared with the sum of its entries at the end.',
    ],
  }
}

async function measureOutage(server: PostgresServer, minutes: number): Promise<Run> {
  await using setup = await openBucket(server)
  const release = setup.holdJobs()
  await setup.create(creates, openCount / creates)
  await setup.untilSubmitted(openCount)
  await setup.bucket.goAway()
  release()
  await setup.create(1, minutes * 60)
  return await setup.end(setup.bucket.comeBack)
}

async function measureLoad(
  server: PostgresServer,
  seconds: number,
  slowness: BucketSlowness | null,
): Promise<Run> {
  await using setup = await openBucket(server)
  setup.bucket.slowDown(slowness)
  await setup.create(creates, seconds)
  return await setup.end()
}

/**
 * The product with its results in a bucket that can fail, and a provider that finishes all jobs.
 */
async function openBucket(server: PostgresServer) {
  const stack = new AsyncDisposableStack()
  const bucket = await startBucket('media')
  stack.defer(bucket.stop)
  const environment = {
    STORAGE: 's3',
    DEADLINES: JSON.stringify({ image: deadlineSeconds }),
    S3_ENDPOINT: bucket.url,
    S3_REGION: 'auto',
    S3_BUCKET: 'media',
    S3_ACCESS_KEY_ID: 'bench',
    S3_SECRET_ACCESS_KEY: 'bench',
  }
  const setup = await openSetup(server, { accounts: 10, roles: ['all'], environment })
  const { url, keys, database, provider } = stack.use(setup)
  let held = Promise.resolve()
  let submitted = 0
  provider.onSubmit(async ({ requestId }) => {
    submitted += 1
    await held
    await delay(jobMs)
    provider.finish(requestId)
  })
  const refused: Statuses = {}
  const times: number[] = []

  return {
    bucket,
    /** The provider finishes jobs only once the returned function was called. */
    holdJobs: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
    create: async (rate: number, seconds: number) => {
      const mark = `storage-${times.length}`
      for (const call of await sendCreates({ url, keys, rate, seconds, mark })) {
        times.push(call.answeredAt - call.sentAt)
        if (call.status === 200) continue
        const code = /"code":"(\w+)"/.exec(call.body)?.[1] ?? (call.status || call.body)
        refused[code] = (refused[code] ?? 0) + 1
      }
    },
    untilSubmitted: async (count: number) => {
      while (submitted < count) await delay(50)
    },
    end: async (recover = async () => {}): Promise<Run> => {
      const { open: waiting } = await readOutcome(database)
      await recover()
      const start = performance.now()
      const outcome = await untilEnded(database)
      const storedAfterMs = performance.now() - start
      return { ...outcome, waiting, refused, answered: summarize(times), storedAfterMs }
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

function rowsOf(what: string, run: Run, yardstick?: Run): Row[] {
  const row = (name: string, say: (run: Run) => string) => ({
    what: `${what}: ${name}`,
    ours: say(run),
    ...(yardstick && { yardstick: say(yardstick) }),
  })
  const formatRefused = ({ refused }: Run) => {
    const codes = Object.entries(refused).map(([code, count]) => `${count} × ${code}`)
    return codes.join(', ') || 'none'
  }
  const isNone = (count: number) => ({ goal: '0', isMet: count === 0 })
  return [
    { ...row('lost', (one) => `${one.lost} of ${one.generations}`), ...isNone(run.lost) },
    row('completed', (one) => `${one.completed} of ${one.generations}`),
    row('open when it ended', ({ waiting }) => String(waiting)),
    row('refused, nothing charged', formatRefused),
    row('create answered, p50 / p99', ({ answered }) => format.pair(answered.p50, answered.p99)),
    row('stored after', ({ storedAfterMs }) => `${(storedAfterMs / 1_000).toFixed(1)} s`),
    { ...row('wrong balances', (one) => `${one.wrong}`), ...isNone(run.wrong) },
  ]
}
