import { Gauge, type Registry } from 'prom-client'
import { kinds } from '#catalogue/kinds.ts'
import type { Figures } from '#database/queries/admin-overview.ts'
import { paymentStatuses } from '#domain/settle-payment.ts'

/** Where the gauges look when somebody reads them. */
export type Sources = {
  figures(): Promise<Figures>
  connections(): { open: number; idle: number; waiting: number }
  streams(): number
  /** How many generations this process may store side by side, and how many it does. */
  storing(): { limit: number; taken: number }
}

const steps = ['submit', 'await', 'ask', 'collect', 'store']
const troubles = ['provider_locked', 'provider_funds', 'provider_auth']

type Make = <Label extends string>(name: string, help: string, labelNames?: Label[]) => Gauge<Label>

/**
 * Adds the gauges and answers what brings them up to date. A database that is away leaves out what
 * is in it.
 */
export function addGauges(registry: Registry, sources: Sources): () => Promise<void> {
  const make: Make = (name, help, labelNames = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  const setFigures = addFigures(make)
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
    const figures = await sources.figures().catch(() => null)
    up.set(figures ? 1 : 0)
    setFigures(figures)
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

/** What is the same whichever process is asked: it is in the database. */
function addFigures(make: Make): (figures: Figures | null) => void {
  const open = make('atelier_generations_open', 'Generations that have not ended.', [
    'kind',
    'step',
  ])
  const overdue = make('atelier_generations_overdue', 'Open generations past their deadline.')
  const oldest = make(
    'atelier_oldest_due_seconds',
    'How long the oldest due generation has waited for a worker.',
  )
  const trouble = make(
    'atelier_provider_trouble',
    'Whether the provider refuses our account: 1 or 0.',
    ['code'],
  )
  const outage = make(
    'atelier_storage_outage',
    'Whether our storage is unavailable, so that nothing is started: 1 or 0.',
  )
  const unsaved = make(
    'atelier_oldest_unsaved_seconds',
    'How long the oldest due finished result has waited for storage.',
  )
  const notes = make('atelier_operator_notes', 'Notes left for the operator.')
  const payments = make('atelier_payments', 'Payments by how they stand.', ['status'])
  const faults = make(
    'atelier_ledger_faults',
    'What the newest verification of the ledger found wrong.',
  )
  const checked = make(
    'atelier_ledger_checked_timestamp_seconds',
    'When it ended, in seconds since 1970.',
  )

  return (figures) => {
    for (const one of [
      open,
      overdue,
      oldest,
      trouble,
      outage,
      unsaved,
      notes,
      payments,
      faults,
      checked,
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
    outage.set(figures.storageOutage ? 1 : 0)
    for (const code of troubles)
      trouble.set({ code }, figures.troubles.some((found) => found === code) ? 1 : 0)
    notes.set(figures.notes)
    for (const status of paymentStatuses) payments.set({ status }, 0)
    for (const { status, count } of figures.payments) payments.set({ status }, count)
    if (!figures.check) return
    faults.set(figures.check.faults)
    checked.set(figures.check.finished)
  }
}
