import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import sharp from 'sharp'
import type { Database } from '#database/database.ts'
import { findLedgerFaults } from '#database/queries/ledger.ts'
import { load } from '../measure/machine.ts'
import { type Row, writeReport } from '../measure/report.ts'
import { makeKeys, seedAccounts } from '../world/accounts.ts'
import { freshDatabase } from '../world/fresh-database.ts'
import { startProviderStub } from '../world/provider-stub.ts'
import { openServer } from '../world/server.ts'
import { freePort, openCluster, type StudioProcess } from '../world/studio.ts'
import { nginxVersion, startNginx } from './nginx.ts'

const creates = 1_500
const perSecond = 20
const accounts = 20

/** How long a process serves before the next one is stopped, in ms, as docs/operate.md asks for. */
const servesBefore = 5_000

/** Processes wait for what they do; on a busy machine all of it takes longer. */
export const longest = 600_000

type Answer = { status: number | string; ms: number }

/** Two web processes and a worker behind nginx, each restarted in turn while creates arrive. */
export async function run(): Promise<void> {
  nginxVersion()
  const before = load()
  await using server = await openServer()
  await using fresh = await freshDatabase(server)
  await seedAccounts(fresh.database, accounts)
  const keys = await makeKeys(fresh.database, accounts)
  await using stub = await startProviderStub()
  const picture = await sharp({
    create: { width: 64, height: 64, channels: 3, background: 'teal' },
  })
    .png()
    .toBuffer()
  stub.also('/files/picture.png', 'image/png', picture)
  const submitted = new Map<string, number>()
  stub.onSubmit(({ requestId, prompt }) => {
    submitted.set(prompt, (submitted.get(prompt) ?? 0) + 1)
    stub.finish(requestId, 'done')
  })
  const [port, first, second] = [await freePort(), await freePort(), await freePort()]
  const environment = {
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    TRUST_PROXY: '1',
    ALLOW_PRIVATE_ADDRESSES: 'on',
  }
  await using cluster = openCluster({ databaseUrl: fresh.url, providerUrl: stub.url, environment })
  const processes = await Promise.all([
    cluster.start('web', first),
    cluster.start('web', second),
    cluster.start('worker'),
  ])
  await using nginx = await startNginx(port, [first, second])

  const ended = new AbortController()
  const restarting = restartInTurn(processes, ended.signal)
  const streaming = followStream(nginx.url, keys[0] ?? '', ended.signal)
  const answers = await sendCreates(nginx.url, keys)
  ended.abort()
  const restarts = await restarting
  const stream = await streaming
  await settled(fresh.database)

  const { faults } = await findLedgerFaults(fresh.database)
  const rows = rowsOf(answers, await readCounts(fresh.database), {
    submitted,
    restarts,
    faults: faults.length,
    stream,
  })
  const failures = [...(await nginx.failures())]
    .map(([answers, count]) => `${count} × ${answers}`)
    .join('; ')
  const notes = [
    `${creates} creates at ${perSecond} a second, whether or not earlier ones were answered, over ${accounts} accounts; a client sends each once.`,
    `Meanwhile the three processes are stopped (SIGTERM) and started again, one after the other, as long as creates arrive; the next one is stopped ${servesBefore / 1_000} s after the last one serves.`,
    `nginx ${nginx.version} with the upstream of docs/operate.md passed ${await nginx.sentAgain()} requests to the second process because the first was ending or away.`,
    ...(failures
      ? [`What the processes answered, in turn, where nginx answered 500 or more: ${failures}.`]
      : []),
    'A create sent twice by nginx is safe: its request id makes it one generation and one charge.',
  ]
  const title = 'Rolling restart behind nginx'
  await writeReport(
    { name: 'rolling-restart', title, rows, notes, loads: [before, load()] },
    server,
  )
}

/**
 * Stops and starts each process in turn until `signal`; every process at least once. Returns the
 * restarts of each.
 */
async function restartInTurn(processes: StudioProcess[], signal: AbortSignal): Promise<number[]> {
  const counts = processes.map(() => 0)
  for (let turn = 0; turn < processes.length || !signal.aborted; turn++) {
    const index = turn % processes.length
    await processes[index]?.restart()
    await delay(servesBefore)
    counts[index] = (counts[index] ?? 0) + 1
  }
  return counts
}

async function sendCreates(url: string, keys: string[]): Promise<Answer[]> {
  const answers: Promise<Answer>[] = []
  const start = performance.now()
  for (let index = 0; index < creates; index++) {
    const pause = start + (index * 1_000) / perSecond - performance.now()
    if (pause > 0) await delay(pause)
    answers.push(create(url, keys[index % keys.length] ?? '', `restart-${index}`))
  }
  return Promise.all(answers)
}

async function create(url: string, key: string, name: string): Promise<Answer> {
  const sentAt = performance.now()
  const answered = (status: number | string) => ({ status, ms: performance.now() - sentAt })
  try {
    const response = await fetch(`${url}/api/image-generation/create`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{
          model: 'flux-schnell',
          image_generation_type: 'text-to-image',
          prompt: `A lighthouse at dusk ${name}`,
        },
        ...{ image_size: 'square', num_images: 1, num_inference_steps: 4, request_id: name },
      }),
    })
    await response.text()
    return answered(response.status)
  } catch (error) {
    return answered(String((error as Error).cause ?? error))
  }
}

/**
 * An account's event stream, opened again whenever it ends. Returns how often it ended and how
 * often that was announced.
 */
async function followStream(url: string, key: string, signal: AbortSignal) {
  const stream = { ended: 0, announced: 0, refused: 0 }
  while (!signal.aborted) {
    let last = ''
    try {
      const response = await fetch(`${url}/api/events`, {
        headers: { authorization: `Bearer ${key}` },
        signal,
      })
      if (response.status !== 200) stream.refused++
      for await (const chunk of (response.body ?? new ReadableStream()).pipeThrough(
        new TextDecoderStream(),
      ))
        last = chunk
    } catch {
      if (!signal.aborted) stream.refused++
    }
    if (signal.aborted) break
    stream.ended++
    if (/retry: \d+\n\n$/.test(last)) stream.announced++
    await delay(100)
  }
  return stream
}

/** Waits until no generation is open; 3 minutes at most. */
async function settled(database: Database): Promise<void> {
  const end = performance.now() + 180_000
  while (performance.now() < end) {
    const open = await sql`select from generation where next_step_at is not null limit 1`.execute(
      database,
    )
    if (open.rows.length === 0) return
    await delay(500)
  }
}

type Counts = { generations: number; requests: number; charges: number; completed: number }

async function readCounts(database: Database): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select count(*)::int as generations, count(distinct request_id)::int as requests,
      (select count(*)::int from credit_entry where reason = 'charge') as charges,
      count(*) filter (where status = 'completed')::int as completed
    from generation`.execute(database)
  return rows[0] ?? { generations: 0, requests: 0, charges: 0, completed: 0 }
}

type Rest = {
  submitted: Map<string, number>
  restarts: number[]
  faults: number
  stream: { ended: number; announced: number; refused: number }
}

function rowsOf(
  answers: Answer[],
  counts: Counts,
  { submitted, restarts, faults, stream }: Rest,
): Row[] {
  const failed = answers.filter(({ status }) => status !== 200)
  const kinds = [...new Set(failed.map(({ status }) => status))].join(', ')
  const times = answers.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const at = (share: number) =>
    `${Math.round(times[Math.floor(share * (times.length - 1))] ?? 0)} ms`
  const repeated = [...submitted.values()].filter((count) => count !== 1).length
  const row = (what: string, ours: string, goal = '', met: boolean | null = null): Row => ({
    ...{ what, ours, goal, met },
    ...{ ratio: '', yardstick: '' },
  })
  const { generations, requests, charges, completed } = counts
  const isExact = [generations, requests, charges].every((count) => count === creates)
  return [
    row(
      'failed requests',
      `${failed.length} of ${answers.length}${kinds && ` (${kinds})`}`,
      '0',
      failed.length === 0,
    ),
    row(
      'generations, request ids, charges',
      `${generations}, ${requests}, ${charges}`,
      `${creates} each`,
      isExact,
    ),
    row('completed', String(completed), String(creates), completed === creates),
    row(
      'submitted to the provider other than once',
      String(repeated),
      '0',
      repeated === 0 && submitted.size === creates,
    ),
    row('faults of the ledger', String(faults), '0', faults === 0),
    row(
      'restarts: web, web, worker',
      restarts.join(', '),
      '1 each',
      restarts.every((count) => count > 0),
    ),
    row(
      'event stream: ends, announced, refused',
      `${stream.ended}, ${stream.announced}, ${stream.refused}`,
      'none refused',
      stream.refused === 0 && stream.announced === stream.ended,
    ),
    row('answer: median, p99, slowest', `${at(0.5)}, ${at(0.99)}, ${at(1)}`),
  ]
}
