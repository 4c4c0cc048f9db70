import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { Context } from './bench.ts'
import { assertAllOk, sendCreates } from './support/load.ts'
import { type Summary, summarize } from './support/measure.ts'
import { end, track } from './support/processes.ts'
import { type Provider, startProvider } from './support/provider.ts'
import { type Report, type Row, roundsRow } from './support/report.ts'
import { createDatabase, openSetup, type PostgresServer } from './support/setup.ts'

export type PrototypeOrder = { databaseUrl: string; providerUrl: string }

const rate = 100
const accounts = 50
const maxP99Ms = 20

/** What is measured: something that takes create calls and submits them to the provider. */
type Subject = { url: string; keys: string[]; provider: Provider; database?: Database }

/** Until the provider's submit, in ms. */
type Round = Record<'prototype' | 'all' | 'separate', Summary>

/** The product's own overhead: from the create call to the provider's submit. */
export async function run({ server, quick }: Context): Promise<Report> {
  const [rounds, seconds] = quick ? [1, 2] : [3, 4]
  await using stack = new AsyncDisposableStack()
  const subjects: Record<keyof Round, Subject> = {
    prototype: await startPrototype(stack, server),
    all: stack.use(await openSetup(server, { accounts, roles: ['all'] })),
    separate: stack.use(await openSetup(server, { accounts, roles: ['web', 'worker'] })),
  }
  const measured: Round[] = []
  for (let round = -1; round < rounds; round++) {
    const measure = (who: keyof Round) =>
      measureSubmits(subjects[who], `round${round}`, round < 0 ? 1 : seconds)
    const times = {
      prototype: await measure('prototype'),
      all: await measure('all'),
      separate: await measure('separate'),
    }
    // The first round only warms everything up.
    if (round >= 0) measured.push(times)
  }
  return {
    title: 'Own overhead',
    rows: [
      ...rowsOf(measured, 'all', { name: 'one process', maxRatio: 1.7 }),
      ...rowsOf(measured, 'separate', { name: 'web and worker apart', maxRatio: 2.5 }),
    ],
    notes: [
      `${rate} create calls a second, open loop, ${rounds} alternating rounds of ${seconds} s each; the best round, the median of the rounds in brackets; ratios are taken within a round.`,
      'From sending the create call to its arrival as a submit at the provider. Client (undici) and provider (bare node:http) are one process, so one clock is read.',
      'Yardstick: bare node:http and pg in one process, one durable insert, the answer, one call; on the same PostgreSQL with default durability.',
      'The jobs stay in the queue during a round and are polled meanwhile, as in real use.',
    ],
  }
}

type Goal = { name: string; maxRatio: number }

function rowsOf(rounds: Round[], who: 'all' | 'separate', { name, maxRatio }: Goal): Row[] {
  const of = (percentile: 'p50' | 'p99') => ({
    ours: rounds.map((round) => round[who][percentile]),
    yardstick: rounds.map(({ prototype }) => prototype[percentile]),
  })
  const p50 = roundsRow(`${name}, p50`, of('p50'), 'ms')
  const p99 = roundsRow(`${name}, p99`, of('p99'), 'ms')
  return [
    { ...p50, goal: `≤ ${maxRatio}×`, isMet: p50.middleRatio <= maxRatio },
    { ...p99, goal: `≤ ${maxP99Ms} ms`, isMet: p99.middle <= maxP99Ms },
  ]
}

/** Starts the bare prototype as a process of its own. */
async function startPrototype(stack: AsyncDisposableStack, server: PostgresServer) {
  const { url: databaseUrl } = stack.use(await createDatabase(server, 0))
  const provider = stack.use(await startProvider())
  const child = track(fork(path.join(import.meta.dirname, 'overhead-prototype.process.ts')))
  stack.defer(() => end(child))
  const ready = once(child, 'message')
  child.send({ databaseUrl, providerUrl: provider.url } satisfies PrototypeOrder)
  const [url] = (await ready) as [string]
  return { url, keys: ['none'], provider }
}

/** Lets every open generation end at once, so that it does not disturb the next measurement. */
async function endAllGenerations(database: Database): Promise<void> {
  for (;;) {
    const { numUpdatedRows } = await database
      .updateTable('job')
      .set({ next_step_at: sql`now()` })
      .where('lease_token', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    await delay(300)
  }
}

async function measureSubmits(subject: Subject, mark: string, seconds: number): Promise<Summary> {
  const { url, keys, provider, database } = subject
  const arrivals = new Map<string, number>()
  const arrived = new Promise<void>((resolve) =>
    provider.onSubmit(({ prompt, at }) => {
      arrivals.set(prompt.split(' ').at(-1) ?? '', at)
      if (arrivals.size === rate * seconds) resolve()
    }),
  )
  const calls = await sendCreates({ url, keys, rate, seconds, mark })
  assertAllOk(calls)
  await arrived
  provider.failAll()
  if (database) await endAllGenerations(database)
  return summarize(calls.map(({ name, sentAt }) => (arrivals.get(name) ?? Number.NaN) - sentAt))
}
