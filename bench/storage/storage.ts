import { parseArgs } from 'node:util'
import type { BucketSlowness } from '#testing/bucket.ts'
import { load } from '../measure/machine.ts'
import { type Row, writeReport } from '../measure/report.ts'
import { openServer, type Server } from '../world/server.ts'
import { type StorageRun, storageWorld } from './world.ts'

const minute = 60_000

/** Half an hour of outage, and what comes before and after it. */
export const longest = 90 * minute

/**
 * The bucket of the second part: fewer requests at once, and each later, than the generations need.
 */
const saturated = { concurrency: 8, delayMs: 200 }

/** Paid results while our storage is unavailable, and while it is slow. */
export async function run(flags: string[]): Promise<void> {
  const options = readFlags(flags)
  await using server = await openServer()
  const before = load()
  const outage = await measureOutage(server, options)
  const fast = await measureLoad(server, options, null)
  const slow = await measureLoad(server, options, saturated)
  const rows = [
    ...rowsOf(`unavailable for ${options.outageMinutes} min, ${options.open} open`, outage),
    ...rowsOf(`saturated, ${options.rate} creates/s for ${options.saturatedSeconds} s`, slow, fast),
  ]
  const notes = [
    'One process of role all; a bucket that speaks S3 over HTTP in memory; images of a provider that finishes every job. The deadline of an image, counted from its create: ' +
      `${options.deadlineSeconds} s.`,
    `Unavailable: ${options.open} images are open at the provider when the bucket begins to refuse connections; then all of them finish there. Meanwhile somebody tries to create one image a second. The outage lasts ${options.outageMinutes} minutes.`,
    `Saturated: the bucket answers ${saturated.concurrency} requests at once, each ${saturated.delayMs} ms late, the others wait in line.`,
    'Yardstick of the saturated bucket: the same load with a bucket that is fast, in the same run.',
    '“Lost”: ended failed or partial although the provider had finished it. “Stored after”: from the last create, or the end of the outage, until the last result was stored.',
    'Every account’s balance was compared with the sum of its entries at the end.',
  ]
  await writeReport(
    { name: 'storage', title: 'Storage away and slow', rows, notes, loads: [before, load()] },
    server,
  )
}

function readFlags(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      'outage-minutes': { type: 'string', default: '30' },
      open: { type: 'string', default: '200' },
      'saturated-seconds': { type: 'string', default: '75' },
      rate: { type: 'string', default: '20' },
      'deadline-seconds': { type: 'string', default: '300' },
    },
  })
  return {
    outageMinutes: Number(values['outage-minutes']),
    open: Number(values.open),
    saturatedSeconds: Number(values['saturated-seconds']),
    rate: Number(values.rate),
    deadlineSeconds: Number(values['deadline-seconds']),
  }
}

type Options = ReturnType<typeof readFlags>

async function measureOutage(
  server: Server,
  { open, outageMinutes, deadlineSeconds }: Options,
): Promise<StorageRun> {
  await using world = await storageWorld(server, deadlineSeconds)
  world.holdJobs(true)
  await world.create({ rate: 20, seconds: open / 20 })
  await world.untilSubmitted(open)
  await world.bucket.goAway()
  const begun = performance.now()
  world.holdJobs(false)
  const left = () => outageMinutes * minute - (performance.now() - begun)
  await world.create({ rate: 1, seconds: left() / 1_000 })
  const waiting = await world.countOpen()
  await world.bucket.comeBack()
  return { ...(await world.untilEnded()), waiting }
}

async function measureLoad(
  server: Server,
  { rate, saturatedSeconds, deadlineSeconds }: Options,
  slowness: BucketSlowness | null,
): Promise<StorageRun> {
  await using world = await storageWorld(server, deadlineSeconds)
  world.bucket.slowDown(slowness)
  await world.create({ rate, seconds: saturatedSeconds })
  const waiting = await world.countOpen()
  return { ...(await world.untilEnded()), waiting }
}

function rowsOf(what: string, run: StorageRun, yardstick?: StorageRun): Row[] {
  const row = (
    name: string,
    tell: (one: StorageRun) => string,
    goal = '',
    met: boolean | null = null,
  ): Row => ({
    ...{ what: `${what}: ${name}`, ratio: '', goal, met, ours: tell(run) },
    yardstick: yardstick ? tell(yardstick) : '',
  })
  return [
    row('lost', ({ lost, charged }) => `${lost} of ${charged}`, '0', run.lost === 0),
    row('completed', ({ completed, charged }) => `${completed} of ${charged}`),
    row('open when it ended', ({ waiting }) => String(waiting)),
    row('refused, nothing charged', ({ refused }) => refusedText(refused)),
    row('create answered, p50 / p99', ({ p50, p99 }) => `${p50.toFixed(0)} / ${p99.toFixed(0)} ms`),
    row('stored after', ({ storedAfterMs }) => `${(storedAfterMs / 1_000).toFixed(1)} s`),
    row(
      'wrong balances',
      ({ wrongBalances }) => String(wrongBalances),
      '0',
      run.wrongBalances === 0,
    ),
  ]
}

function refusedText(refused: StorageRun['refused']): string {
  return (
    Object.entries(refused)
      .map(([code, count]) => `${count} × ${code}`)
      .join(', ') || 'none'
  )
}
