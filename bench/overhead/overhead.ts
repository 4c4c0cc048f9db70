import { sql } from 'kysely'
import { createRequest } from '../load/create-request.ts'
import { openLoop } from '../load/open-loop.ts'
import { load } from '../measure/machine.ts'
import { writeReport } from '../measure/report.ts'
import { makeKeys, seedAccounts } from '../world/accounts.ts'
import { type FreshDatabase, freshDatabase } from '../world/fresh-database.ts'
import { type ProviderStub, startProviderStub } from '../world/provider-stub.ts'
import { openServer, type Server } from '../world/server.ts'
import { type Role, startStudio } from '../world/studio.ts'
import { startPrototype } from './prototype.ts'
import { type Round, rowsOf, type Times } from './rows.ts'

const rounds = 3
const seconds = 4
const rate = 100
const keys = 50

/** What is measured: something that takes create calls and hands them to the provider. */
type Subject = { url: string; keys: string[]; settle(): Promise<void> }

/** Our own overhead: from the create call to the provider's submit. */
export async function run(): Promise<void> {
  await using server = await openServer()
  await using stub = await startProviderStub()
  await using stack = new AsyncDisposableStack()
  const before = load()
  const subjects = {
    prototype: await prototype(stack, server, stub),
    all: await studio(stack, server, stub, ['all']),
    separate: await studio(stack, server, stub, ['web', 'worker']),
  }

  const measured: Round[] = []
  for (let round = -1; round < rounds; round++) {
    const measure = (subject: Subject) =>
      handOver(subject, stub, { mark: `round${round}`, warm: round < 0 })
    const times = {
      prototype: await measure(subjects.prototype),
      all: await measure(subjects.all),
      separate: await measure(subjects.separate),
    }
    // The first round only warms everybody up.
    if (round >= 0) measured.push(times)
  }

  const notes = [
    `${rate} create calls a second, open loop, ${rounds} alternating rounds of ${seconds} s each; the best round, the median of the rounds in brackets; ratios are taken within a round.`,
    'From sending the create call to its arrival as a submit at the provider. Client and provider (bare node:http) are one process, so one clock is read.',
    'Yardstick: bare node:http and pg in one process, one durable insert, the answer, one call; on the same PostgreSQL with default durability.',
    'The jobs stay in the queue during a round and are asked about meanwhile, as in real use.',
  ]
  const report = {
    name: 'overhead',
    title: 'Own overhead',
    rows: rowsOf(measured),
    notes,
    loads: [before, load()],
  }
  await writeReport(report, server)
}

async function prototype(
  stack: AsyncDisposableStack,
  server: Server,
  stub: ProviderStub,
): Promise<Subject> {
  const { url: databaseUrl } = stack.use(await freshDatabase(server))
  const { url } = stack.use(await startPrototype({ databaseUrl, providerUrl: stub.url }))
  return { url, keys: ['none'], settle: async () => undefined }
}

async function studio(
  stack: AsyncDisposableStack,
  server: Server,
  stub: ProviderStub,
  roles: Role[],
) {
  const fresh = stack.use(await freshDatabase(server))
  await seedAccounts(fresh.database, keys)
  const { url } = stack.use(
    await startStudio({ databaseUrl: fresh.url, roles, providerUrl: stub.url }),
  )
  return { url, keys: await makeKeys(fresh.database, keys), settle: () => settleAll(fresh) }
}

/**
 * Lets every open job come to its end at once, so that it does not disturb the next measurement.
 */
async function settleAll({ database }: FreshDatabase): Promise<void> {
  for (;;) {
    const { numUpdatedRows } = await database
      .updateTable('generation')
      .set({ next_step_at: sql`now()` })
      .where('step', 'is not', null)
      .where('lease_token', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
}

async function handOver(
  subject: Subject,
  stub: ProviderStub,
  { mark, warm }: { mark: string; warm: boolean },
) {
  const arrivals = new Map<string, number>()
  const count = warm ? rate : rate * seconds
  const arrived = new Promise<void>((resolve) =>
    stub.onSubmit(({ prompt, at }) => {
      arrivals.set(prompt.split(' ').at(-1) ?? '', at)
      if (arrivals.size === count) resolve()
    }),
  )
  const request = (index: number) => {
    const name = `${mark}-${index}`
    return {
      name,
      bytes: createRequest(subject.url, {
        key: subject.keys[index % subject.keys.length] ?? '',
        name,
      }),
    }
  }
  const calls = await openLoop({ url: subject.url, rate, seconds: count / rate, request })
  await arrived
  stub.failAll()
  await subject.settle()

  const times: Times = { total: [], untilAnswer: [] }
  for (const { name, sentAt, answeredAt } of calls) {
    times.total.push((arrivals.get(name) ?? Number.NaN) - sentAt)
    times.untilAnswer.push(answeredAt - sentAt)
  }
  return times
}
