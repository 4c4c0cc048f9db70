import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from './bench.ts'
import { type Call, createPool, endJobs, openEventStream, sendCreates } from './support/load.ts'
import { residentBytes, summarize } from './support/measure.ts'
import { untilEnded } from './support/records.ts'
import { exactRow, format, limitRow, type Report } from './support/report.ts'
import { openSetup } from './support/setup.ts'

const accounts = 20
const share = 0.7
const roles = ['web', 'worker'] as const
/** How much more memory the last third of the time may need than the middle one. */
const maxGrowth = 0.05

export const fullMinutes = 50

/** Whether memory stays flat and everything completes over half an hour at 70 % of the maximum. */
export async function run({ server, quick, full, keepRows }: Context): Promise<Report> {
  const [slices, seconds] = quick ? [3, 10] : [full ? 60 : 12, 30]
  await using setup = await openSetup(server, { accounts, roles: [...roles] })
  const { url, keys, provider, database, pids } = setup
  await using pool = createPool(url)
  endJobs(provider, pool)
  const streams = await Promise.all(
    keys.map((key) => openEventStream({ url, key, onEvent: () => undefined })),
  )

  /** Generations a second, from the first create until the last one has ended. */
  const measureMaximum = async (mark: string) => {
    const count = quick ? 200 : 1_500
    const start = performance.now()
    const calls = await sendCreates({ url, keys, rate: count / 2, seconds: 2, mark })
    await untilEnded(database)
    return { calls, rate: (count / (performance.now() - start)) * 1000 }
  }
  const warmUp = await measureMaximum('warm')
  const maximum = await measureMaximum('maximum')
  const rate = Math.max(1, Math.floor(maximum.rate * share))
  keepRows([{ what: 'maximum: generations ended a second', ours: format.rate(maximum.rate) }])

  const calls: Call[] = [...warmUp.calls, ...maximum.calls]
  const memory: number[][] = []
  const pages: number[] = []
  for (let slice = 0; slice < slices; slice++) {
    const [sent] = await Promise.all([
      sendCreates({ url, keys, rate, seconds, mark: `soak${slice}` }),
      readHistory(url, keys[slice % keys.length] ?? '', seconds, pages),
    ])
    calls.push(...sent)
    memory.push(pids.map((pid) => residentBytes(pid)))
  }
  const { generations, charges, completed, wrong } = await untilEnded(database)
  for (const stream of streams) stream.close()

  const third = Math.floor(slices / 3)
  const mean = (from: number, to: number, index: number) =>
    memory.slice(from, to).reduce((sum, each) => sum + (each[index] ?? 0), 0) / (to - from)
  const growth = roles.map((role, index) => {
    const [middle, last] = [mean(third, 2 * third, index), mean(slices - third, slices, index)]
    const size = (bytes: number) => `${Math.round(bytes / 1_000_000)} MB`
    return {
      ...limitRow(`memory of ${role}: growth`, last / middle - 1, maxGrowth, format.percent),
      yardstick: `${size(mean(0, third, index))}, ${size(middle)}, ${size(last)}`,
    }
  })
  const failed = calls.filter(({ status }) => status !== 200)
  const soaked = calls.slice(warmUp.calls.length + maximum.calls.length)
  const answers = summarize(soaked.map(({ sentAt, answeredAt }) => answeredAt - sentAt))
  const reads = summarize(pages)
  return {
    title: `${(slices * seconds) / 60} minutes at 70 % of the maximum`,
    rows: [
      { what: 'maximum: generations ended a second', ours: format.rate(maximum.rate) },
      { what: 'creates a second during the soak', ours: format.rate(rate) },
      ...growth,
      exactRow('failed creates', failed.length, 0),
      exactRow(
        'generations, charges, completed',
        [generations, charges, completed].join(', '),
        Array(3).fill(calls.length).join(', '),
      ),
      exactRow('wrong balances', wrong, 0),
      { what: 'create: median, p99', ours: format.pair(answers.p50, answers.p99) },
      { what: 'history page: median, p99', ours: format.pair(reads.p50, reads.p99) },
    ],
    notes: [
      `One web process and one worker, ${accounts} accounts, each with an open event stream; ${(slices * seconds) / 60} minutes of creates at a fixed rate, whether or not earlier ones were answered, with four history pages a second; the provider ends each job after 1 s with a webhook.`,
      `Maximum: ${quick ? 200 : 1_500} creates within 2 s, until the last one has ended, after as many that warm up.`,
      'Memory is what is resident, sampled at the end of each slice; growth compares the last third of the time with the middle one. The last column has the means of the three thirds.',
    ],
  }
}

/** Reads the first page of a history four times a second; adds how long each took, in ms. */
async function readHistory(url: string, key: string, seconds: number, pages: number[]) {
  const headers = { authorization: `Bearer ${key}` }
  const end = performance.now() + seconds * 1000
  while (performance.now() < end) {
    const start = performance.now()
    const response = await fetch(`${url}/api/image-generation/history`, { headers })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`A history page was answered with ${response.status}`)
    pages.push(performance.now() - start)
    await delay(250)
  }
}
