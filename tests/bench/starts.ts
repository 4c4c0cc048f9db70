import { execFile } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { type CompiledQuery, DummyDriver, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { v7 as uuid } from 'uuid'
import type {} from '#core/accounts/start-checks.ts' // declares the point
import { everyAccount } from '#core/credits/queries/account-slices.ts'
import { findAmountFaults } from '#core/credits/queries/ledger-faults.ts'
import { chargeAndInsert, type NewGeneration } from '#core/generations/queries/start-generation.ts'
import { searchTerms } from '#core/history/search-term-rules.ts'
import { contributions } from '#features/contributions.ts'
import { type Connection, type Database, openDatabase } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'
import { fluxSchnell } from '#testing/models.ts'
import type { Context } from './bench.ts'
import { createPrice, createRequest, runClosedLoop } from './support/load.ts'
import { type CpuTime, watchCpu } from './support/measure.ts'
import { temporaryFolder } from './support/processes.ts'
import { cpuRows, type Report, roundsRow } from './support/report.ts'
import { accountId, createDatabase, openSetup, type PostgresServer } from './support/setup.ts'

const accounts = 10_000
const clients = 8
const connections = 24
const keyCount = 200

type Http = { rate: number; cpu: CpuTime | null }
type Role = 'web' | 'all'
type Layer = 'minimal' | 'pgbench' | 'many' | 'hot'
type Round = Record<Layer, number> & Record<Role, Http>

/** Generation starts per second: the database layer beside pgbench, and through HTTP. */
export async function run({ server, quick }: Context): Promise<Report> {
  const [roundCount, seconds] = quick ? [1, 1] : [3, 3]
  const program = findPgbench()
  await using layer = await createDatabase(server, accounts)
  await using bare = await createMinimalDatabase(server)
  const rounds: Round[] = []
  for (let round = 0; round < roundCount; round++) {
    rounds.push({
      minimal: await runPgbench(program, bare.url, seconds, minimalStatement),
      pgbench: await runPgbench(program, layer.url, seconds, await productStatement()),
      many: await runProductStatement(layer, seconds, accounts),
      hot: await runProductStatement(layer, seconds, 1),
      web: await measureHttp(server, 'web', seconds),
      all: await measureHttp(server, 'all', seconds),
    })
  }
  await assertExactLedger(layer.database)

  const rates = (layer: Layer) => rounds.map((round) => round[layer])
  const httpRates = (role: Role) => rounds.map((round) => round[role].rate)
  const cpus = (role: Role) => rounds.map((round) => round[role].cpu)
  const own = { ours: rates('pgbench'), yardstick: rates('minimal') }
  const many = { ours: rates('many'), yardstick: rates('pgbench') }
  const hot = { ours: rates('hot'), yardstick: rates('many') }
  const http = (role: Role) => ({ ours: httpRates(role), yardstick: rates('pgbench') })
  const ownRow = roundsRow('our charge by pgbench / minimal charge by pgbench', own, 'rate')
  const manyRow = roundsRow('database layer, many accounts / pgbench', many, 'rate')
  const hotRow = roundsRow('one hot account / many accounts', hot, 'rate')
  const webRow = roundsRow('through HTTP, role web / pgbench', http('web'), 'rate')
  return {
    title: 'Generation starts',
    rows: [
      { ...ownRow, goal: '≥ 65 %', isMet: ownRow.middleRatio >= 0.65 },
      { ...manyRow, goal: '≥ 60 %', isMet: manyRow.middleRatio >= 0.6 },
      { ...hotRow, goal: '≥ 50 %', isMet: hotRow.middleRatio >= 0.5 },
      { ...webRow, goal: '≥ 1,000/s', isMet: webRow.middle >= 1_000 },
      ...cpuRows('CPU a start, role web', cpus('web')),
      roundsRow('through HTTP, role all / pgbench', http('all'), 'rate'),
      ...cpuRows('CPU a start, role all', cpus('all')),
    ],
    notes: [
      `Best of ${roundCount} alternating rounds of ${seconds} s each, the median in brackets; ratios are taken within a round.`,
      `Minimal charge: account, ledger entry and generation in one statement, ${minimalIndexes} indexes, no triggers, no limits.`,
      `Database layer: \`chargeAndInsert\` from one process, ${clients} clients, over ${accounts} accounts or on one.`,
      'Its yardstick: pgbench -M prepared, the product’s statement on the same server with as many clients.',
      `HTTP: autocannon on ${connections} keep-alive connections posts /api/image-generation/create with the API keys of ${keyCount} accounts and an idempotency key each. Web, load and PostgreSQL share the cores; with role all a worker submits to a provider in the benchmark's process meanwhile.`,
      'CPU a start: of the product’s process and of PostgreSQL’s, the median of the rounds; it depends less than the rates on what else the machine does.',
      'Afterwards every balance was the sum of its entries.',
    ],
  }
}

/** Starts per second through HTTP. */
export async function measureHttp(
  server: PostgresServer,
  role: Role,
  seconds: number,
  environment: Record<string, string> = {},
): Promise<Http> {
  await using setup = await openSetup(server, { accounts: keyCount, roles: [role], environment })
  let count = 0
  const next = () => createRequest(setup.keys[count % keyCount] ?? '', `start-${count++}`)
  const load = { url: setup.url, connections, next }
  await runClosedLoop({ ...load, seconds: 1 })
  const cpu = watchCpu()
  const { rate, statuses } = await runClosedLoop({ ...load, seconds })
  if (Object.keys(statuses).join() !== '200')
    throw new Error(`Not all were accepted: ${JSON.stringify(statuses)}`)
  const perStart = cpu(statuses[200] ?? 0)
  await assertExactLedger(setup.database)
  return { rate, cpu: perStart }
}

async function assertExactLedger(database: Database): Promise<void> {
  const faults = await findAmountFaults(database, everyAccount)
  if (faults.length > 0) throw new Error(`The ledger is wrong: ${JSON.stringify(faults[0])}`)
}

/** Starts per second of the product's own query from this process. Throws when one is refused. */
export async function runProductStatement(
  connection: Connection,
  seconds: number,
  accounts: number,
) {
  const database = openDatabase(connection, () => undefined, clients)
  try {
    const start = performance.now()
    let count = 0
    const startUntilEnd = async () => {
      for (; performance.now() < start + seconds * 1000; count++) {
        const account = accountId(1 + Math.floor(Math.random() * accounts))
        const result = await chargeAndInsert(database, newGeneration(account), contributions)
        if (!result.charged) throw new Error(`A start was not charged: ${result.reason}`)
      }
    }
    await Promise.all(Array.from({ length: clients }, startUntilEnd))
    return (count * 1000) / (performance.now() - start)
  } finally {
    await database.destroy()
  }
}

const input = {
  prompt: 'A lighthouse at dusk, long exposure',
  image_size: 'square',
  num_images: 1,
  num_inference_steps: 4,
  enable_safety_checker: true,
}
const { id: model, generationType: mode, kind } = fluxSchnell
const terms = searchTerms(fluxSchnell, { model, mode, input })

/** What a create call of one small image writes. */
export function newGeneration(account: string): NewGeneration {
  const id = uuid()
  return {
    id,
    account_id: account,
    request_id: `request ${id}`,
    kind,
    generation_type: mode,
    model,
    providers: ['fal'],
    input,
    terms,
    price: createPrice,
    requested: 1,
    is_public: true,
    is_sample: false,
    deadline: 300_000,
    rate: { burst: 1e8, perMinute: 1e8 },
  }
}

/** PostgreSQL's own benchmark program. Throws a sentence for people where it is not installed. */
function findPgbench(): string {
  const onPath = (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, 'pgbench'))
  const packaged = globSync('/usr/lib/postgresql/*/bin/pgbench').toSorted().toReversed()
  const program = [...onPath, ...packaged].find(existsSync)
  if (program) return program
  throw new Error('pgbench is missing: install it (Debian: apt install postgresql-contrib)')
}

async function runPgbench(
  program: string,
  url: string,
  seconds: number,
  statement: string,
): Promise<number> {
  const file = path.join(temporaryFolder(), 'start.sql')
  const unique = `${Date.now()} * 1000000 + :client_id * 1000000000 + :counter`
  await writeFile(
    file,
    `\\set account random(1, ${accounts})
\\set counter :counter + 1
\\set unique ${unique}
${statement};`,
  )
  const options = `-n -M prepared -c ${clients} -j 2 -T ${seconds} -D counter=0 -f`.split(' ')
  const { stdout } = await promisify(execFile)(program, [...options, file, url])
  const rate = /^tps = ([\d.]+)/m.exec(stdout)?.[1]
  if (!rate) throw new Error(`pgbench said:\n${stdout}`)
  return Number(rate)
}

/**
 * The product's statement with its values. Only the ids differ: growing ones, because the
 * product's grow too, and a random account.
 */
async function productStatement(): Promise<string> {
  const generation = newGeneration(accountId(1))
  const recorded = await recordStatement((database) =>
    chargeAndInsert(database, generation, { startChecks: contributions.startChecks }),
  )
  const expressions = new Map<unknown, string>([
    [generation.id, uniqueId],
    [generation.request_id, '(:unique::bigint)::text'],
    [generation.account_id, accountOfRound],
  ])
  return recorded.sql.replaceAll(/\$(\d+)/g, (_, position: string) => {
    const value = recorded.parameters[Number(position) - 1]
    // Lists as PostgreSQL writes them. pgbench takes a colon before a letter for a variable.
    const text = Array.isArray(value) ? `{${value.join(',')}}` : String(value)
    return expressions.get(value) ?? pg.escapeLiteral(text.replaceAll(':', ': '))
  })
}

const uniqueId = "lpad(to_hex(:unique::bigint), 32, '0')::uuid"
const accountOfRound = "lpad(to_hex(:account::bigint), 32, '0')::uuid"

const minimalIndexes = 6

/** What any product of this kind must write to charge exactly once, and nothing else. */
async function createMinimalDatabase(server: PostgresServer) {
  const made = await createDatabase(server, 0)
  await sql
    .raw(`drop schema public cascade; create schema public;
    create table account (id uuid primary key, credits integer not null check (credits >= 0)) with (fillfactor = 70);
    create table generation (
      id uuid primary key, account_id uuid not null, request_id text not null, kind text not null,
      model text not null, input jsonb not null, price integer not null, status text not null default 'pending',
      created_at timestamptz not null default now(), unique (account_id, request_id));
    create index on generation (account_id, kind, created_at);
    create table credit_entry (
      id bigint generated always as identity primary key, account_id uuid not null, generation_id uuid,
      reason text not null, credits integer not null, balance_after integer not null,
      created_at timestamptz not null default now());
    create index on credit_entry (account_id, id);
    insert into account
    select lpad(to_hex(n), 32, '0')::uuid, 1000000000 from generate_series(1, ${accounts}) n`)
    .execute(made.database)
  return made
}

const minimalStatement = `with charged as (
    update account set credits = credits - ${createPrice} where id = ${accountOfRound} and credits >= ${createPrice}
    returning id, credits
  ), made as (
    insert into generation (id, account_id, request_id, kind, model, input, price)
    select ${uniqueId}, id, (:unique::bigint)::text, '${kind}', '${model}',
      ${pg.escapeLiteral(JSON.stringify(input).replaceAll(':', ': '))}::jsonb, ${createPrice} from charged
    returning id, account_id
  ), entry as (
    insert into credit_entry (account_id, generation_id, reason, credits, balance_after)
    select made.account_id, made.id, 'charge', -${createPrice}, charged.credits from made, charged
  )
  select made.id, credits from made, charged`

/** The statement that one of the product's queries makes. Throws unless it is one. */
async function recordStatement(query: (database: Database) => Promise<unknown>) {
  class Recorder extends PostgresDialect {
    override createDriver() {
      return new DummyDriver()
    }
  }
  const seen: CompiledQuery[] = []
  const pool = () => Promise.reject(new Error('No database is needed to see a statement'))
  const log = (event: { query: CompiledQuery }) => void seen.push(event.query)
  await query(new Kysely<Tables>({ dialect: new Recorder({ pool }), log }))
  const [statement] = seen
  if (!statement || seen.length > 1) throw new Error(`It is ${seen.length} statements, not one`)
  return statement
}
