import type { Database } from '#database/database.ts'
import { findLedgerFaults } from '#database/queries/ledger.ts'
import { startLoad } from '../load/start-load.ts'
import { cpuTime, perPiece } from '../measure/cpu-time.ts'
import { load } from '../measure/machine.ts'
import { writeReport } from '../measure/report.ts'
import { makeKeys, seedAccounts } from '../world/accounts.ts'
import { freshDatabase } from '../world/fresh-database.ts'
import { startProviderStub } from '../world/provider-stub.ts'
import { openServer, type Server } from '../world/server.ts'
import { type Role, startStudio } from '../world/studio.ts'
import { chargeLoop } from './charge-loop.ts'
import { findPgbench } from './pgbench.ts'
import { preparedLoop } from './prepared-loop.ts'
import { type Http, type Round, rowsOf } from './rows.ts'

const rounds = 3
const seconds = 3
const clients = 8
const accounts = 10_000
const connections = 24
const keys = 200

/** Generation starts per second: the database layer beside pgbench, and through HTTP. */
export async function run(): Promise<void> {
  await using server = await openServer()
  const before = load()
  const yardstick = findPgbench() ?? preparedLoop
  await using layer = await freshDatabase(server)
  await seedAccounts(layer.database, accounts)

  const measured: Round[] = []
  for (let round = 0; round < rounds; round++) {
    const many = { url: layer.url, clients, seconds, accounts, round: 2 * round }
    const hot = { ...many, accounts: 1, round: 2 * round + 1 }
    measured.push({
      pgbenchMany: await yardstick.measure(many),
      many: await chargeLoop(many),
      pgbenchHot: await yardstick.measure(hot),
      hot: await chargeLoop(hot),
      web: await throughHttp(server, 'web'),
      all: await throughHttp(server, 'all'),
    })
    console.log(`round ${round + 1}`, measured.at(-1), `load ${load()}`)
  }
  await expectExact(layer.database)

  const notes = [
    `Best of ${rounds} alternating rounds of ${seconds} s each, the median in brackets; ratios are taken within a round.`,
    `Database layer: \`chargeAndInsert\` from one process, ${clients} clients, over ${accounts} accounts or on one.`,
    `Yardstick: ${yardstick.name}, the same statement on the same server with as many clients.`,
    `HTTP: ${connections} keep-alive connections from a process of their own post /api/image-generation/create with the API keys of ${keys} accounts and an idempotency key each. Web, load and PostgreSQL share the cores; with role all a worker hands the work to a provider in the benchmark's process meanwhile.`,
    'CPU a start: of the product’s process and of PostgreSQL’s, the median of the rounds; it depends less than the rates on what else the machine does.',
    'Afterwards every balance was the sum of its entries.',
  ]
  const report = {
    name: 'starts',
    title: 'Generation starts',
    rows: rowsOf(measured),
    notes,
    loads: [before, load()],
  }
  await writeReport(report, server)
}

async function throughHttp(server: Server, role: Role): Promise<Http> {
  await using fresh = await freshDatabase(server)
  await seedAccounts(fresh.database, keys)
  await using stub = await startProviderStub()
  await using studio = await startStudio({
    databaseUrl: fresh.url,
    roles: [role],
    providerUrl: stub.url,
  })

  const order = {
    url: studio.url,
    keys: await makeKeys(fresh.database, keys),
    connections,
    seconds,
  }
  await startLoad({ ...order, seconds: 0.7, mark: 'warm' })
  const before = cpuTime()
  const { rate, statuses } = await startLoad({ ...order, mark: 'measured' })
  const cpu = perPiece(before, cpuTime(), statuses[200] ?? 0)
  if (Object.keys(statuses).join() !== '200')
    throw new Error(`Not all were accepted: ${JSON.stringify(statuses)}`)
  await expectExact(fresh.database)
  return { rate, cpu }
}

async function expectExact(database: Database): Promise<void> {
  const { faults } = await findLedgerFaults(database)
  if (faults.length > 0) throw new Error(`The ledger is wrong: ${JSON.stringify(faults[0])}`)
}
