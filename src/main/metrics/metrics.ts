import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { counters, type Meter, timings } from '#services/meter.ts'
import { addGauges, type Sources } from './gauges.ts'

export type Metrics = {
  meter: Meter
  /** Everything, as Prometheus reads it. */
  read(): Promise<{ contentType: string; text: string }>
}

/** From a millisecond to a slow upload, in seconds. */
const requestBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** This process's own figures, and how things stand in the database. */
export function createMetrics(sources: Sources): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const counting = mapValues(
    counters,
    (name, { help, labels }) => new Counter({ name, help, labelNames: [...labels], registers }),
  )
  const timing = mapValues(
    timings,
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
