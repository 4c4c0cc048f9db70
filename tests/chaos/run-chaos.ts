import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Checking, checkEnd, checkNow } from './checks/check-all.ts'
import { checkProviders, type Stop, watchStops } from './checks/providers.ts'
import { checkRoutes } from './checks/routes.ts'
import { type Snapshot, takeSnapshot } from './checks/snapshot.ts'
import { createFindings } from './checks/violation.ts'
import type { Account, Client } from './load/create.ts'
import { floodStreams } from './load/flood.ts'
import { createHttp, type Http } from './load/http.ts'
import { listen } from './load/listen.ts'
import { checkListeners, type Listening, readBack } from './load/read-back.ts'
import type { CreateRecord } from './load/record.ts'
import { makeAccounts, runLoad } from './load/run-load.ts'
import { checkKeys, isEmptied } from './money/check-leaving.ts'
import { deal } from './money/deal.ts'
import { type Options, replayCommand } from './options.ts'
import { type Event, makePlan } from './plan/plan.ts'
import type { World } from './processes/world.ts'
import { tellStory } from './report/story.ts'
import { type Run, summarise } from './report/summary.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)
const listened = ['hot-1', 'usual-1', 'poor-2']
const maxStories = 10

/** One whole run in a world that is there already. Answers how many violations there were. */
export async function runChaos(
  options: Options,
  world: World,
  signal: AbortSignal,
): Promise<number> {
  const begin = performance.now()
  const elapsed = () => (performance.now() - begin) / 1000
  const first = new AbortController()
  const findings = createFindings(({ invariant, detail }) => {
    say(`VIOLATION: ${invariant}: ${detail}`)
    if (options.first) first.abort()
  })
  const planned = makePlan(options)
  // No statement of a cluster sees one moment on all its workers: there, only the end is checked.
  const events = planned.events.filter(({ kind }) => !options.citus || kind !== 'check')
  const plan = { ...planned, events }
  const http = createHttp(findings)
  const accounts = await makeAccounts(world, plan)
  const purged = new Set(
    plan.creates.flatMap(({ tag, account }) => (plan.accounts[account]?.leaves ? [tag] : [])),
  )
  const dealings = { sales: [], acts: [], leavings: [] }
  const checking: Checking = { world, accounts, ends: new Map(), findings, dealings, purged }
  const forging = { database: world.database, emulator: world.emulator, findings }
  const client: Client = { http, webs: world.webs, forging }
  const listeners = startListeners(client, accounts, checking)
  const records: CreateRecord[] = []
  const stops: Stop[] = []
  const watching = new AbortController()
  void watchStops(world.database, stops, watching.signal)

  const work = async (stop: AbortSignal) => {
    const onEvent = (event: Event) => happen(event, checking, http)
    await runLoad({ options, plan, accounts, client, records, onEvent, signal: stop })
    const load = elapsed()
    say(
      `All ${records.length} creates are answered after ${load.toFixed(0)} s; waiting until everything has ended.`,
    )
    await waitForEnd(options, checking, stop)
    return load
  }
  const load = await unlessAborted(AbortSignal.any([signal, first.signal]), work)
  const snapshot = await (load === null
    ? takeSnapshot(world.database)
    : lastChecks({ options, checking, client, records, listeners, stops }))
  watching.abort()
  for (const { listener } of listeners) listener.stop()
  const seconds = { load: load ?? elapsed(), whole: elapsed() }
  await report({
    options,
    world,
    records,
    snapshot,
    findings,
    answers: http.counts,
    listeners,
    seconds,
  })
  return findings.violations.length
}

/** Does the work, or gives it up: `null`. */
async function unlessAborted<Result>(
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
) {
  const aborted = new Promise<null>((resolve) =>
    signal.addEventListener('abort', () => resolve(null)),
  )
  const done = work(signal)
  done.catch(() => undefined)
  return Promise.race([done, aborted])
}

type Last = {
  options: Options
  checking: Checking
  client: Client
  records: CreateRecord[]
  listeners: Listening[]
  stops: Stop[]
}

async function lastChecks({
  options,
  checking,
  client,
  records,
  listeners,
  stops,
}: Last): Promise<Snapshot> {
  const snapshot = await checkEnd(checking, records)
  checkProviders(snapshot, records, { stops, world: checking.world }, checking.findings)
  if (options.away) checkRoutes(snapshot, records, checking.findings)
  await readBack(client, snapshot, checking.accounts, checking.findings)
  const gone = checking.accounts.filter(({ leaves }) => leaves)
  await checkKeys(client, gone, checking.findings)
  // The last events are still on their way.
  await delay(1_500)
  await Promise.race([
    Promise.all(listeners.map(({ listener }) => listener.caughtUp())),
    delay(30_000),
  ])
  checkListeners(listeners, snapshot, checking.findings)
  return snapshot
}

function startListeners(
  { http, webs }: Client,
  accounts: Account[],
  { findings }: Checking,
): Listening[] {
  return accounts
    .filter(({ name }) => listened.includes(name))
    .map((account, index) => ({
      account,
      listener: listen(webs[index % webs.length] ?? '', account, { http, findings }),
    }))
}

async function happen(event: Event, checking: Checking, http: Http): Promise<void> {
  const { world, findings, accounts } = checking
  switch (event.kind) {
    case 'kill':
      say(`At create ${event.at}: kill -9 ${event.target}`)
      return world.kill(event.target, event.which)
    case 'account':
      say(
        `At create ${event.at}: the provider says our account is ${event.state} for ${event.forMs} ms`,
      )
      await world.emulator.setAccount(event.state)
      await delay(event.forMs)
      return world.emulator.setAccount('ok')
    case 'outage':
      say(
        `At create ${event.at}: the second provider is down (${event.outage}) for ${event.forMs} ms`,
      )
      return world.second.fail(event.outage, event.forMs)
    case 'away':
      say(`At create ${event.at}: the second provider ${event.isAway ? 'is away' : 'is back'}`)
      return world.second.setAway(event.isAway)
    case 'storage':
      say(`At create ${event.at}: storage is ${event.state} for ${event.forMs} ms`)
      await world.storage.become(event.state)
      await delay(event.forMs)
      return world.storage.become('ok')
    case 'flood': {
      const { streams, waves } = event.flood
      const account = accounts[event.flood.account]
      const web = world.webs[event.flood.web]
      if (!account || !web)
        throw new Error('The plan names an account or a web that does not exist')
      say(
        `At create ${event.at}: ${account.name} opens ${streams} event streams at once, ${waves} times`,
      )
      return floodStreams(event.flood, { web, account, http, findings })
    }
    case 'check': {
      const { generations } = await checkNow(checking)
      const open = generations.filter(({ step }) => step !== null).length
      say(
        `At create ${event.at}: ${generations.length} generations, ${open} open, ${findings.violations.length} violations`,
      )
      return
    }
    default:
      return deal(event, checking, http)
  }
}

/** Until no generation is open and who left is gone, or it takes longer than it may. */
async function waitForEnd(
  { deadline }: Options,
  checking: Checking,
  signal: AbortSignal,
): Promise<void> {
  const patience = (deadline + 60 + 30) * 1000
  for (const limit = Date.now() + patience; Date.now() < limit && !signal.aborted; ) {
    await delay(2_000)
    const snapshot = await checkNow(checking)
    if (snapshot.generations.every(({ step }) => step === null) && isEmptied(snapshot)) return
  }
}

async function report(run: Run): Promise<void> {
  const { options, findings, world, records } = run
  const summary = summarise(run)
  say(`\n${summary}\n`)
  for (const violation of findings.violations.slice(0, maxStories))
    say(`${await tellStory(violation, world, records)}\n`)
  if (findings.violations.length > 0)
    say(`FAILED. Replay: ${replayCommand(options)}\nLogs: ${world.logs}`)
  if (!options.write) return
  const directory = path.join(import.meta.dirname, '../bench/results')
  await mkdir(directory, { recursive: true })
  await writeFile(path.join(directory, 'chaos.md'), `# Money under chaos\n\n${summary}\n`)
}
