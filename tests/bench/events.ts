import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { Context } from './bench.ts'
import { assertAllOk, type Call, runOpenLoop } from './support/load.ts'
import { cpuOf, residentBytes, summarize } from './support/measure.ts'
import { end, track } from './support/processes.ts'
import { insertRecords, recordId } from './support/records.ts'
import { exactRow, format, limitRow, type Report, type Row } from './support/report.ts'
import { openSetup, type PostgresServer, type Setup } from './support/setup.ts'

/** `each` streams for each key, `atOnce` at a time; with `until` each until that event arrived. */
export type OpenOrder = {
  url: string
  keys: string[]
  each: number
  atOnce: number
  lastEventId?: string
  until?: string
}
export type Command = OpenOrder | 'close'

/**
 * What all streams received. A state is `<id> <is favourite>` of a generation, `at` in ms of the
 * machine's monotonic clock. `broken`: streams that the server ended.
 */
export type ReceivedEvents = {
  arrivals: { state: string; at: number }[]
  refetches: number
  broken: number
  open: number
}

/**
 * What goes on while another account reads its history: nothing; changes and streams of all
 * listeners; the same of one of them; streams that resume from the beginning.
 */
const kinds = {
  quiet: 'undisturbed',
  spread: '100 changes/s, 1,000 streams of 20 accounts',
  'one account': '100 changes/s of one account with 50 streams',
  resume: '50 streams at once with Last-Event-ID 0, every second',
}
type Kind = keyof typeof kinds

/** The account that reads, and one with more records than a resumed stream is sent. */
const [reader, veteran, firstListener] = [1, 2, 3]
const listenerCount = 20
const streamsEach = 50
const changesPerSecond = 100
const readsPerSecond = 40
const maxSlowdown = 2
const maxFanOutMs = 1_000
const maxStreamBytes = 20 * 1024
const formatKiB = (bytes: number) => `${(bytes / 1024).toFixed(1)} KiB`

/** What event streams cost other requests, and what the streams receive. */
export async function run({ server, quick, keepRows }: Context): Promise<Report> {
  const [rounds, seconds, idleAccounts] = quick ? [1, 2, 10] : [6, 5, 200]
  const setup = await openStreamSetup(server, { count: listenerCount, recordsEach: 1_000 })
  const blocks: Record<Kind, Block[]> = { quiet: [], spread: [], 'one account': [], resume: [] }
  for (let round = 0; round <= rounds; round++) {
    for (const kind of Object.keys(kinds) as Kind[]) {
      const block = await measureBlock(setup, { kind, seconds, isFavorite: round % 2 === 0 })
      // The first round only warms everything up.
      if (round > 0) blocks[kind].push(block)
    }
  }
  const resumes = summarize(blocks.resume.flatMap((block) => block.resumes))
  const busy = keepRows([
    ...disturbanceRows(blocks),
    ...eventRows('spread', blocks.spread),
    ...eventRows('one account', blocks['one account']),
    {
      what: '50 streams resumed at once, all answered after, median / longest',
      ours: format.pair(resumes.p50, resumes.max),
    },
  ])
  await setup[Symbol.asyncDispose]()
  await using idleSetup = await openStreamSetup(server, { count: idleAccounts, recordsEach: 0 })
  const idle = await measureIdle(idleSetup, quick ? 2_000 : 20_000)
  return {
    title: 'Event streams',
    rows: [...busy, ...idle],
    notes: [
      'One process of role all; the streams are held by a process of their own; server, PostgreSQL and both clients share the cores.',
      `History: an account with 1,000 records reads one of its pages ${readsPerSecond} times a second, whether or not earlier reads were answered. Blocks of ${seconds} s, all kinds in turn, ${rounds} rounds; percentiles of all rounds. Yardstick: the undisturbed blocks of the same run.`,
      `Changes: ${changesPerSecond} favourite marks a second, each of another record.`,
      `“Spread”: ${listenerCount} accounts with ${streamsEach} streams each, the accounts change in turn. “One account”: its ${streamsEach} streams receive all of its ${changesPerSecond} changes a second.`,
      'Change to event: from the sending of the change’s request until its event has arrived, for each stream. A change that is not received as an event of its own counts as missing.',
      `“Resume”: an account with 10,000 records opens ${streamsEach} streams at once with \`Last-Event-ID: 0\`, every second, and closes them when each has received an event \`refetch\`.`,
      'Memory: the difference of the server process’s resident memory before the streams and 25 s after the last one opened, heartbeats included; what the kernel holds for a socket is not in it.',
    ],
  }
}

type StreamSetup = Setup & { listeners: number[]; streams: ReturnType<typeof startStreams> }

/** One process of role all, and accounts with finished images, some of which listen. */
async function openStreamSetup(
  server: PostgresServer,
  { count, recordsEach }: { count: number; recordsEach: number },
): Promise<StreamSetup> {
  const listeners = Array.from({ length: count }, (_, index) => firstListener + index)
  const fill = async (database: Database) => {
    await insertRecords(database, reader, { count: 1_000 })
    await insertRecords(database, veteran, { count: 10_000 })
    for (const account of listeners) await insertRecords(database, account, { count: recordsEach })
    await sql`vacuum (analyze)`.execute(database)
  }
  const accounts = firstListener - 1 + count
  const stack = new AsyncDisposableStack()
  const setup = stack.use(await openSetup(server, { accounts, roles: ['all'], fill }))
  const streams = startStreams(setup.url)
  stack.defer(streams.end)
  return { ...setup, listeners, streams, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

const keyOf = ({ keys }: Setup, account: number) => keys[account - 1] ?? ''

/** Starts the process that holds the streams. */
function startStreams(url: string) {
  const script = path.join(import.meta.dirname, 'event-streams.process.ts')
  const child = track(fork(script, { serialization: 'advanced' }))
  const ended = once(child, 'exit').then(() => {
    throw new Error('The process that holds the streams ended')
  })
  ended.catch(() => undefined)
  const send = async (command: Command): Promise<unknown> => {
    const replied = once(child, 'message')
    child.send(command)
    const [reply] = await Promise.race([replied, ended])
    return reply
  }
  return {
    open: (order: Omit<OpenOrder, 'url' | 'each'>) => send({ url, each: streamsEach, ...order }),
    close: async () => (await send('close')) as ReceivedEvents,
    end: () => end(child),
  }
}

/**
 * Times in ms. `latencies`: from the sending of a change until its event has arrived, for each
 * stream; `expected`: how many there should be. `resumes`: until all resumed streams were answered.
 */
type Block = {
  reads: number[]
  latencies: number[]
  expected: number
  resumes: number[]
} & Pick<ReceivedEvents, 'refetches' | 'broken'>

type BlockOrder = { kind: Kind; seconds: number; isFavorite: boolean }

/**
 * Reads an account's history at a fixed rate while this goes on, and collects what streams receive.
 */
async function measureBlock(setup: StreamSetup, order: BlockOrder): Promise<Block> {
  const { kind, seconds } = order
  const { listeners, streams } = setup
  const changing = {
    quiet: [],
    resume: [],
    spread: listeners,
    'one account': listeners.slice(0, 1),
  }
  const accounts = changing[kind]
  await streams.open({ keys: accounts.map((account) => keyOf(setup, account)), atOnce: 50 })
  await delay(1_000)
  const [reads, changes, resumes] = await Promise.all([
    readHistory(setup, seconds),
    accounts.length > 0 ? changeRecords(setup, accounts, order) : [],
    kind === 'resume' ? resumeRepeatedly(setup, seconds) : [],
  ])
  if (accounts.length > 0) await delay(1_500)
  const { arrivals, refetches, broken } = await streams.close()
  const offset = Number(process.hrtime.bigint()) / 1e6 - performance.now()
  const sentAt = new Map(changes.map((change) => [change.name, change.sentAt + offset]))
  const latencies = arrivals
    .filter(({ state }) => sentAt.has(state))
    .map(({ state, at }) => at - (sentAt.get(state) ?? 0))
  return { reads, latencies, expected: changes.length * streamsEach, resumes, refetches, broken }
}

async function readHistory(setup: StreamSetup, seconds: number): Promise<number[]> {
  const headers = { authorization: `Bearer ${keyOf(setup, reader)}` }
  const request = (index: number) => {
    const path = `/api/image-generation/history?page=${1 + (index % 20)}&pageSize=20`
    return { name: String(index), method: 'GET' as const, path, headers }
  }
  const calls = await runOpenLoop({ url: setup.url, rate: readsPerSecond, seconds, request })
  assertAllOk(calls)
  return calls.map(({ sentAt, answeredAt }) => answeredAt - sentAt)
}

/** Marks records as favourites, or no longer, each at most once; the accounts take turns. */
async function changeRecords(
  setup: StreamSetup,
  accounts: number[],
  { seconds, isFavorite }: BlockOrder,
): Promise<Call[]> {
  // One account alone changes other records than when it takes turns.
  const first = accounts.length === 1 ? 501 : 1
  const request = (index: number) => {
    const account = accounts[index % accounts.length] ?? 0
    const imageId = recordId(account, first + Math.floor(index / accounts.length))
    const authorization = `Bearer ${keyOf(setup, account)}`
    const headers = { authorization, 'content-type': 'application/json' }
    const body = JSON.stringify({ imageId, isFavorite })
    const path = '/api/image-generation/favorite'
    return { name: `${imageId} ${isFavorite}`, method: 'POST' as const, path, headers, body }
  }
  const calls = await runOpenLoop({ url: setup.url, rate: changesPerSecond, seconds, request })
  assertAllOk(calls)
  return calls
}

async function resumeRepeatedly(setup: StreamSetup, seconds: number): Promise<number[]> {
  const times: number[] = []
  const keys = [keyOf(setup, veteran)]
  const order = { keys, atOnce: streamsEach, lastEventId: '0', until: 'refetch' }
  const limit = performance.now() + seconds * 1_000
  while (performance.now() < limit) {
    const [start, next] = [performance.now(), delay(1_000)]
    await setup.streams.open(order)
    times.push(performance.now() - start)
    await setup.streams.close()
    await next
  }
  return times
}

/** Opens as many idle streams as file descriptors allow; their cost to the server's process. */
async function measureIdle(setup: StreamSetup, settleMs: number): Promise<Row[]> {
  const { listeners, streams } = setup
  const pid = setup.pids[0] ?? 0
  const limits = readFileSync('/proc/self/limits', 'utf8')
  // A process needs some beside its streams: files, the database.
  const most = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1]) - 1_000
  const some = listeners.slice(0, Math.floor(most / streamsEach))
  const keys = some.map((account) => keyOf(setup, account))
  // What only the first streams cost is no part of a stream.
  await streams.open({ keys: keys.slice(0, 4), atOnce: 50 })
  await streams.close()
  await delay(5_000)
  const bytesBefore = residentBytes(pid)
  await streams.open({ keys, atOnce: 100 })
  await delay(settleMs)
  const cpuBefore = cpuOf(pid) ?? Number.NaN
  await delay(5_000)
  const cpu = ((cpuOf(pid) ?? Number.NaN) - cpuBefore) / 5_000
  const bytes = residentBytes(pid) - bytesBefore
  const { open } = await streams.close()
  return [
    limitRow(`memory of an idle stream, ${open} of them`, bytes / open, maxStreamBytes, formatKiB),
    {
      what: `CPU of the server for ${open} idle streams`,
      ours: `${format.percent(cpu)} of a core`,
    },
  ]
}

function disturbanceRows(blocks: Record<Kind, Block[]>): Row[] {
  const readsOf = (kind: Kind) => summarize(blocks[kind].flatMap(({ reads }) => reads))
  const quiet = readsOf('quiet')
  return (['spread', 'one account', 'resume'] as const).map((kind) => {
    const reads = readsOf(kind)
    return {
      what: `another account's history, p50 / p99: ${kinds[kind]}`,
      ratio: `${format.times(reads.p50 / quiet.p50)} / ${format.times(reads.p99 / quiet.p99)}`,
      goal: `p99 ≤ ${maxSlowdown}×`,
      isMet: reads.p99 <= maxSlowdown * quiet.p99,
      ours: format.pair(reads.p50, reads.p99),
      yardstick: format.pair(quiet.p50, quiet.p99),
    }
  })
}

function eventRows(kind: Kind, blocks: Block[]): Row[] {
  const sum = (of: (block: Block) => number) => blocks.reduce((total, one) => total + of(one), 0)
  const delivered = sum(({ latencies }) => latencies.length)
  const expected = sum((block) => block.expected)
  const [refetches, broken] = [sum((block) => block.refetches), sum((block) => block.broken)]
  const { p50, p99 } = summarize(blocks.flatMap(({ latencies }) => latencies))
  return [
    exactRow(
      `events delivered, refetches, broken streams: ${kind}`,
      [delivered, refetches, broken].join(', '),
      [expected, 0, 0].join(', '),
    ),
    {
      what: `change to event, p50 / p99, ${kind}`,
      goal: `p99 ≤ ${format.ms(maxFanOutMs)}`,
      isMet: p99 <= maxFanOutMs,
      ours: format.pair(p50, p99),
    },
  ]
}
