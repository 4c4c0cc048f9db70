import type { Snapshot } from '../checks/snapshot.ts'
import type { Findings } from '../checks/violation.ts'
import type { Listening } from '../load/read-back.ts'
import type { CreateRecord } from '../load/record.ts'
import { type Options, replayCommand } from '../options.ts'
import { knownFaults } from '../plan/faults.ts'
import type { World } from '../processes/world.ts'
import { table } from './table.ts'

export type Run = {
  options: Options
  world: World
  records: CreateRecord[]
  snapshot: Snapshot
  findings: Findings
  answers: Map<string, number>
  listeners: Listening[]
  seconds: { load: number; whole: number }
}

/** The whole run in Markdown: figures, faults, kills, answers, invariants. */
export function summarise(run: Run): string {
  const { options, findings, snapshot, seconds } = run
  const { webs, workers } = options
  const head = [
    `${run.records.length} creates, ${snapshot.generations.length} generations, ${run.world.kills.length} kills,`,
    `${webs} web and ${workers} worker processes, storage: ${options.storage}, seed ${options.seed}.`,
    `Creates: ${seconds.load.toFixed(0)} s (${(run.records.length / seconds.load).toFixed(1)}/s);`,
    `with everything ended and checked: ${seconds.whole.toFixed(0)} s.`,
    `**Violations: ${findings.violations.length}.**`,
  ].join(' ')
  return [
    head,
    `Replay: \`${replayCommand(options)}\``,
    '## Faults tried',
    faultTable(run),
    '## Providers',
    providerTable(run),
    '## Ends',
    endTable(snapshot),
    '## Kills (`kill -9`)',
    killTable(run.world),
    '## Answers',
    answerTable(run),
    '## Invariants',
    invariantTable(findings),
  ].join('\n\n')
}

/** How each generation ended, by its id. */
function endsOf({ generations }: Snapshot): ReadonlyMap<string, string> {
  return new Map(generations.map(({ id, status, error_code }) => [id, error_code ?? status]))
}

function faultTable({ records, snapshot }: Run): string {
  const status = endsOf(snapshot)
  const ofFal = records.filter(({ plan }) => plan.provider === 'fal')
  const names = ['(none)', ...knownFaults, '(several)']
  const rows = names.map((name) => {
    const mine = ofFal.filter(({ plan }) => nameOf(plan.faults) === name)
    const ends = tally(mine.flatMap(({ ids }) => [...ids].map((id) => status.get(id) ?? 'lost')))
    return [name, mine.reduce((sum, { ids }) => sum + ids.size, 0), ends]
  })
  return table(['fault', 'generations', 'how they ended'], rows)
}

function nameOf(faults: { name: string }[]): string {
  return faults.length > 1 ? '(several)' : (faults[0]?.name ?? '(none)')
}

function providerTable({ records, snapshot }: Run): string {
  const status = endsOf(snapshot)
  const rows = [...Map.groupBy(records, ({ plan }) => plan.provider)].map(([provider, mine]) => {
    const ends = mine.flatMap(({ ids }) => [...ids].map((id) => status.get(id) ?? 'lost'))
    return [provider, ends.length, tally(ends)]
  })
  return table(['provider', 'generations', 'how they ended'], rows)
}

function endTable({ generations }: Snapshot): string {
  const groups = Map.groupBy(
    generations,
    ({ status, error_code }) => `${status}\t${error_code ?? ''}`,
  )
  const rows = [...groups].sort().map(([key, list]) => [...key.split('\t'), list.length])
  return table(['status', 'code', 'generations'], rows)
}

function killTable({ kills }: World): string {
  const rows = [...Map.groupBy(kills, ({ target }) => target)].map(([target, list]) => {
    const back = list.map(({ at, backAt }) => (backAt ?? at) - at).toSorted((a, b) => a - b)
    return [target, list.length, `${back[Math.floor(back.length / 2)]} ms`, `${back.at(-1)} ms`]
  })
  return table(['victim', 'kills', 'running again: median', 'slowest'], rows)
}

function answerTable({ answers, listeners }: Run): string {
  const rows = [...answers].sort().map(([key, count]) => [...key.split('\t'), count])
  const events = listeners.reduce((sum, { listener }) => sum + listener.events, 0)
  const reconnects = listeners.reduce((sum, { listener }) => sum + listener.reconnects, 0)
  const refetches = listeners.reduce((sum, { listener }) => sum + listener.refetches, 0)
  const received = `received by ${listeners.length} listeners, ${reconnects} reconnects, ${refetches} refetches`
  rows.push(['events', received, events])
  return table(['request', 'answer', 'count'], rows)
}

function invariantTable(findings: Findings): string {
  const rows = findings
    .rows()
    .map(({ invariant, looks, cases, violations }) => [invariant, looks, cases, violations])
  return table(['invariant', 'looks', 'cases', 'violations'], rows)
}

function tally(words: string[]): string {
  const counts = [...Map.groupBy(words, (word) => word)].sort(
    (one, other) => other[1].length - one[1].length,
  )
  return counts.map(([word, list]) => `${list.length} ${word}`).join(', ')
}
