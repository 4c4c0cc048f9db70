import { setTimeout as delay } from 'node:timers/promises'
import { encodeRequest } from '../load/http-line.ts'
import { type Call, openLoop } from '../load/open-loop.ts'
import { type CpuTime, cpuTime, perPiece } from '../measure/cpu-time.ts'
import { watchOthers } from './alone.ts'
import type { Heard } from './stream-client.ts'
import { type EventsWorld, reader, veteran } from './world.ts'

/**
 * What goes on while another account reads its history: nothing; changes without streams; changes
 * and streams of all listeners; the same of one of them; streams that resume from the beginning.
 */
export type Kind = 'quiet' | 'unheard' | 'spread' | 'one account' | 'resume'

export const kinds: readonly Kind[] = ['quiet', 'unheard', 'spread', 'one account', 'resume']

export const changesPerSecond = 100
export const streamsEach = 50
export const readsPerSecond = 40
export const blockSeconds = 5
const resumeEveryMs = 1_000

/**
 * One block. `latencies`: from the sending of a change until its event has arrived, for each
 * stream, in ms.
 */
export type Block = {
  reads: number[]
  latencies: number[]
  /** Events that had to arrive, and of those, how many did. */
  expected: number
  delivered: number
  refetches: number
  broken: number
  /** How long it took until all streams that came back had their answer, in ms. */
  resumes: number[]
  /** CPU a second, in ms. */
  cpu: CpuTime | null
  /** The share of the machine that other programs used. */
  others: number
}

let marks = 0

/**
 * Reads the history of an account at a fixed rate while this goes on, and looks what the streams
 * hear.
 */
export async function measureBlock(world: EventsWorld, kind: Kind): Promise<Block> {
  const changing = { quiet: [], resume: [], unheard: world.listeners, spread: world.listeners }
  const accounts = kind === 'one account' ? world.listeners.slice(0, 1) : changing[kind]
  const listening = kind === 'spread' || kind === 'one account' ? accounts : []
  if (listening.length > 0) await openStreams(world, listening)
  await delay(1_000)
  const [before, shareOfOthers] = [cpuTime(), watchOthers()]
  const [reads, changes, resumes] = await Promise.all([
    readHistory(world),
    accounts.length > 0 ? makeChanges(world, accounts) : [],
    kind === 'resume' ? resumeAgainAndAgain(world) : [],
  ])
  const cpu = perPiece(before, cpuTime(), blockSeconds)
  const others = shareOfOthers()
  if (listening.length > 0) await delay(1_500)
  const heard = await world.streams.close()
  const streams = listening.length > 0 ? streamsEach : 0
  return { reads, ...compare(changes, heard, streams), resumes, cpu, others }
}

async function openStreams(
  { url, streams, keyOf }: EventsWorld,
  accounts: number[],
): Promise<void> {
  const { statuses } = await streams.open({
    url,
    keys: accounts.map(keyOf),
    each: streamsEach,
    atOnce: 50,
  })
  if (statuses[200] !== accounts.length * streamsEach)
    throw new Error(`Not all opened: ${JSON.stringify(statuses)}`)
}

async function readHistory({ url, keyOf }: EventsWorld): Promise<number[]> {
  const headers = { authorization: `Bearer ${keyOf(reader)}` }
  const address = (page: number) => `${url}/api/image-generation/history?page=${page}&pageSize=20`
  const request = (index: number) => ({
    name: String(index),
    bytes: encodeRequest({ method: 'GET', url: address(1 + (index % 20)), headers }),
  })
  const calls = await openLoop({ url, rate: readsPerSecond, seconds: blockSeconds, request })
  return calls.map(({ sentAt, answeredAt }) => answeredAt - sentAt)
}

/**
 * Marks records as favourites, or no longer, each at most once in a block; the accounts take turns.
 */
function makeChanges({ url, mark }: EventsWorld, accounts: number[]): Promise<Call[]> {
  marks++
  const request = (index: number) => {
    const account = accounts[index % accounts.length] ?? 0
    return mark(account, 1 + Math.floor(index / accounts.length), marks % 2 === 1)
  }
  return openLoop({ url, rate: changesPerSecond, seconds: blockSeconds, request })
}

async function resumeAgainAndAgain({ url, streams, keyOf }: EventsWorld): Promise<number[]> {
  const times: number[] = []
  const end = performance.now() + blockSeconds * 1_000
  while (performance.now() < end) {
    const next = delay(resumeEveryMs)
    const order = {
      url,
      keys: [keyOf(veteran)],
      each: streamsEach,
      atOnce: streamsEach,
      lastEventId: '0',
    }
    const { elapsedMs } = await streams.open({ ...order, until: 'refetch' })
    times.push(elapsedMs)
    await streams.close()
    await next
  }
  return times
}

function compare(changes: Call[], { arrivals, refetches, broken }: Heard, streams: number) {
  // `performance.now()` counts the same clock from another moment.
  const offset = Number(process.hrtime.bigint()) / 1e6 - performance.now()
  const sentAt = new Map(changes.map(({ name, sentAt: at }) => [name, at + offset]))
  const latencies = arrivals.flatMap(({ state, at }) => {
    const sent = sentAt.get(state)
    return sent === undefined ? [] : [at - sent]
  })
  return {
    latencies,
    expected: changes.length * streams,
    delivered: latencies.length,
    refetches,
    broken,
  }
}
