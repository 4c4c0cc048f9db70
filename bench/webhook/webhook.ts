import { cpuTime, perPiece } from '../measure/cpu-time.ts'
import { load } from '../measure/machine.ts'
import { writeReport } from '../measure/report.ts'
import { openServer, type Server } from '../world/server.ts'
import { type IngestResult, ingestWorld } from './ingest.ts'
import { latencyWorld } from './latency.ts'
import { type Burst, burstRow, type IngestRound, ingestRows, latencyRows, lostRow } from './rows.ts'
import { verifyRate } from './verify-rate.ts'
import type { Latencies } from './watch.ts'

const rounds = 3
const jobRate = 20
const count = 3_000

/** From the provider's webhook to the browser, and how many webhooks a process takes in. */
export async function run(): Promise<void> {
  await using server = await openServer()
  const before = load()
  const { heard, lost } = await measureLatency(server)
  const { ingested, burst } = await measureIngest(server)

  const rows = [...latencyRows(heard), lostRow(lost), ...ingestRows(ingested), burstRow(burst)]
  const notes = [
    `Latency: ${jobRate} jobs a second, ${rounds} rounds, one process of role all, ten people at their event streams. The clock runs from the sending of the signed webhook (its job's end, where it is lost) until the completed generation with its picture in our storage arrives in the stream. Of rounds: the best, the median in brackets.`,
    'Yardstick for it: the specification’s polling, the history asked for every 3 s from the start, in the same run; computed it is 1.5 s on the mean, 3 s at most.',
    'Ingest: one process of role web, 64 keep-alive connections from a process of their own, every webhook for another open generation; yardstick: Ed25519 verifications of one core, in the same round.',
    'Burst: all at once over 500 connections, repeated and forged ones among them; afterwards every generation was due for collecting.',
  ]
  const report = { name: 'webhook', title: 'Webhooks', rows, notes, loads: [before, load()] }
  await writeReport(report, server)
}

async function measureLatency(server: Server): Promise<{ heard: Latencies[]; lost: Latencies }> {
  await using world = await latencyWorld(server)
  await world.measure({ rate: jobRate, seconds: 1, webhooks: true })
  const heard: Latencies[] = []
  for (let round = 0; round < rounds; round++)
    heard.push(await world.measure({ rate: jobRate, seconds: 5, webhooks: true }))
  return { heard, lost: await world.measure({ rate: jobRate, seconds: 2, webhooks: false }) }
}

async function measureIngest(server: Server): Promise<{ ingested: IngestRound[]; burst: Burst }> {
  await using world = await ingestWorld(server)
  await world.ingest({ count: 500, repeats: 0, forged: 0, connections: 64 })
  const ingested: IngestRound[] = []
  for (let round = 0; round < rounds; round++) {
    const verified = verifyRate(1)
    const before = cpuTime()
    const { genuine, rate } = await world.ingest({ count, repeats: 0, forged: 0, connections: 64 })
    expectOnly(genuine, 200)
    ingested.push({ verified, rate, cpu: perPiece(before, cpuTime(), count) })
  }
  const order = { count: 10_000, repeats: 500, forged: 500, connections: 500 }
  const result = await world.ingest(order)
  expectOnly(result.genuine, 200)
  expectOnly(result.forged, 401)
  return { ingested, burst: { ...order, rate: result.rate } }
}

function expectOnly(statuses: IngestResult['genuine'], expected: number): void {
  if (Object.keys(statuses).join() !== String(expected))
    throw new Error(`Not only ${expected}: ${JSON.stringify(statuses)}`)
}
