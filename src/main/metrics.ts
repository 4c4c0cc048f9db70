import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { OperatorFigures } from '#core/admin/overview-queries.ts'
import { type AddedMetrics, counters, histograms, type Meter } from '#core/meter.ts'
import { kinds } from '#core/models/rules/kinds.ts'
import type { Database } from '#platform/database/database.ts'

export type Metrics = {
  meter: Meter
  /** Returns all metrics in Prometheus' format. */
  read(): Promise<{ contentType: string; text: string }>
}

/** From a millisecond to a slow upload, in seconds. */
const requestBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Creates the metrics of this process and of the state in the database. */
export function createMetrics(sources: Sources): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const counting = mapValues(
    counters,
    (name, { help, labels }) => new Counter({ name, help, labelNames: [...labels], registers }),
  )
  const timing = mapValues(
    histograms,
    (name, { help, labels, buckets }) =>
      new Histogram({
        name,
        help,
        labelNames: [...labels],
        buckets: [...(buckets ?? requestBuckets)],
        registers,
      }),
  )
  const refresh = addGauges(registry, sources)
  return {
    meter: {
      count: (name, labels, by = 1) => counting[name].inc(labels, by),
      observe: (name, labels, seconds) => timing[name].observe(labels, seconds),
    },
    read: async () => {
      await refresh()
      return { contentType: registry.contentType, text: await registry.metrics() }
    },
  }
}

type Described = { help: string; labels: readonly string[]; buckets?: readonly number[] }

function mapValues<Name extends string, Made>(
  described: Record<Name, Described>,
  make: (name: Name, description: Described) => Made,
): Record<Name, Made> {
  const entries = Object.entries(described) as [Name, Described][]
  return Object.fromEntries(
    entries.map(([name, description]) => [name, make(name, description)]),
  ) as Record<Name, Made>
}

/** Where the gauges are read from. */
export type Sources = {
  /** The ids of the configured providers. */
  providers: readonly string[]
  figures(): Promise<OperatorFigures>
  /** Those of features, and what they are read from. */
  added: readonly AddedMetrics[]
  database(): Database
  connections(): { open: number; idle: number; waiting: number }
  streams(): number
  /** The limit of concurrent stores in this process, and how many are running. */
  storing(): { limit: number; taken: number }
}

const steps = ['submit', 'await', 'poll', 'collect', 'store']
const outages = ['provider_locked', 'provider_funds', 'provider_auth']

type Make = <Label extends string>(name: string, help: string, labelNames?: Label[]) => Gauge<Label>

/**
 * Adds the gauges and returns the function that updates them. An unavailable database leaves out
 * its figures.
 */
function addGauges(registry: Registry, sources: Sources): () => Promise<void> {
  const make: Make = (name, help, labelNames = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  const setFigures = addFigures(make, sources.providers)
  const setAdded = sources.added.map((add) => add(make))
  const up = make('atelier_database_up', 'Whether the database answers: 1 or 0.')
  const streams = make('atelier_event_streams', 'Event streams held open by this process.')
  const connections = make(
    'atelier_database_connections',
    'Database connections of this process.',
    ['state'],
  )
  const waiting = make(
    'atelier_database_waiting',
    'Statements of this process that wait for a connection.',
  )

  const storing = make(
    'atelier_storing',
    'Generations whose files this process stores, and how many it may.',
    ['state'],
  )

  return async () => {
    // The gauge `up` reports that the database was unavailable.
    const figures = await sources.figures().catch(() => null)
    up.set(figures ? 1 : 0)
    setFigures(figures)
    for (const set of setAdded) await set(sources.database()).catch(() => undefined)
    const { open: all, idle, waiting: queued } = sources.connections()
    connections.set({ state: 'busy' }, all - idle)
    connections.set({ state: 'idle' }, idle)
    waiting.set(queued)
    streams.set(sources.streams())
    const { limit, taken } = sources.storing()
    storing.set({ state: 'limit' }, limit)
    storing.set({ state: 'taken' }, taken)
  }
}

/** Gauges that are the same in every process, because they are in the database. */
function addFigures(
  make: Make,
  providers: readonly string[],
): (figures: OperatorFigures | null) => void {
  const open = make('atelier_generations_open', 'Generations that have not ended.', [
    'kind',
    'step',
  ])
  const overdue = make('atelier_generations_overdue', 'Open generations past their deadline.')
  const oldest = make(
    'atelier_oldest_due_seconds',
    'How long the oldest due generation has waited for a worker.',
  )
  const providerOutage = make(
    'atelier_provider_outage',
    'Whether a provider refuses our account: 1 or 0.',
    ['provider', 'code'],
  )
  const storageOutage = make(
    'atelier_storage_outage',
    'Whether our storage is unavailable, so that nothing is started: 1 or 0.',
  )
  const unsaved = make(
    'atelier_oldest_unsaved_seconds',
    'How long the oldest due finished result has waited for storage.',
  )
  const alerts = make(
    'atelier_alerts_last_hour',
    'Alerts for the operator of the last hour, up to 1,000.',
  )
  const faults = make(
    'atelier_ledger_faults',
    'What the newest verification of the ledger found wrong.',
  )
  const checked = make(
    'atelier_ledger_checked_timestamp_seconds',
    'When it ended, in seconds since 1970.',
  )

  const changed = make(
    'atelier_models_changed_schemas',
    'Models that are offered and whose provider has changed its documents.',
  )

  return (figures) => {
    for (const one of [
      open,
      overdue,
      oldest,
      providerOutage,
      storageOutage,
      unsaved,
      alerts,
      faults,
      checked,
      changed,
    ])
      one.reset()
    if (!figures) return
    const lines = figures.open
    for (const kind of kinds) for (const step of steps) open.set({ kind, step }, 0)
    for (const { kind, step, count } of lines) open.set({ kind, step }, count)
    overdue.set(lines.reduce((sum, line) => sum + line.overdue, 0))
    const oldestOf = (found: typeof lines) => Math.max(0, ...found.map((line) => line.oldest_due))
    oldest.set(oldestOf(lines.filter(({ step }) => step !== 'store')))
    unsaved.set(oldestOf(lines.filter(({ step }) => step === 'store')))
    storageOutage.set(figures.storageOutage ? 1 : 0)
    for (const provider of providers)
      for (const code of outages) providerOutage.set({ provider, code }, 0)
    for (const outage of figures.outages) providerOutage.set(outage, 1)
    alerts.set(figures.alerts)
    changed.set(figures.changedSchemas)
    if (!figures.check) return
    faults.set(figures.check.faults)
    checked.set(figures.check.finished)
  }
}
