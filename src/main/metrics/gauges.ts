import { Gauge, type Registry } from 'prom-client'
import type { Figures } from '#database/queries/operator/figures.ts'

/** Where the gauges look when somebody reads them. */
export type Sources = {
  figures(): Promise<Figures>
  connections(): { open: number; idle: number; waiting: number }
  streams(): number
}

const steps = ['submit', 'await', 'ask', 'collect']
const troubles = ['provider_locked', 'provider_funds', 'provider_auth']

/** Adds the gauges and answers what brings them up to date. A database that is away leaves out what is in it. */
export function addGauges(registry: Registry, sources: Sources): () => Promise<void> {
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] })

  const up = gauge('atelier_database_up', 'Whether the database answers: 1 or 0.')
  const open = gauge('atelier_generations_open', 'Generations that have not ended, by their next step.', ['step'])
  const overdue = gauge('atelier_generations_overdue', 'Open generations past their deadline.')
  const trouble = gauge('atelier_provider_trouble', 'Whether the provider refuses our account: 1 or 0.', ['code'])
  const notes = gauge('atelier_operator_notes', 'Notes left for the operator.')
  const streams = gauge('atelier_event_streams', 'Event streams held open by this process.')
  const connections = gauge('atelier_database_connections', 'Database connections of this process.', ['state'])
  const waiting = gauge('atelier_database_waiting', 'Statements of this process that wait for a connection.')

  function setFigures(figures: Figures | null) {
    up.set(figures ? 1 : 0)
    for (const one of [open, overdue, trouble, notes]) one.reset()
    if (!figures) return
    for (const step of steps) open.set({ step }, figures.open.find((found) => found.step === step)?.count ?? 0)
    overdue.set(figures.open.reduce((sum, found) => sum + found.overdue, 0))
    for (const code of troubles) trouble.set({ code }, figures.troubles.some((found) => found === code) ? 1 : 0)
    notes.set(figures.notes)
  }

  return async () => {
    setFigures(await sources.figures().catch(() => null))
    const { open: all, idle, waiting: queued } = sources.connections()
    connections.set({ state: 'busy' }, all - idle)
    connections.set({ state: 'idle' }, idle)
    waiting.set(queued)
    streams.set(sources.streams())
  }
}
