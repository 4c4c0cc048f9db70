import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { type AddedMetrics, counters, histograms } from '#core/meter.ts'
import { contributions } from '#features/contributions.ts'
import { testDatabase } from '#testing/database/database.ts'
import { createMetrics } from './metrics.ts'

type Dashboard = { panels: { id: number; title: string; targets: { expr: string }[] }[] }

const deploy = path.join(import.meta.dirname, '../../deploy')
const file = path.join(deploy, 'grafana/atelier.json')
const dashboard = JSON.parse(await readFile(file, 'utf8')) as Dashboard

type Rules = { groups: { rules: { alert: string; expr: string }[] }[] }

const ruleFile = path.join(deploy, 'prometheus/atelier.rules.yml')
const rules = (parse(await readFile(ruleFile, 'utf8')) as Rules).groups.flatMap(
  ({ rules }) => rules,
)

const database = await testDatabase()

/** Gauges without a value show no labels. */
const labelsOfAdded = new Map<string, readonly string[]>()

function withKnownLabels(add: AddedMetrics): AddedMetrics {
  return (make) =>
    add((name, help, labels = []) => {
      labelsOfAdded.set(name, labels)
      return make(name, help, labels)
    })
}

const metrics = createMetrics({
  providers: ['fal'],
  figures: async () => ({
    open: [],
    outages: [],
    storageOutage: false,
    alerts: 0,
    check: undefined,
    changedSchemas: 0,
  }),
  connections: () => ({ open: 0, idle: 0, waiting: 0 }),
  streams: () => 0,
  storing: () => ({ limit: 1, taken: 0 }),
  added: contributions.metrics.map(withKnownLabels),
  database: () => database,
})

/** Returns the names and labels of all metrics. */
async function collected(): Promise<Map<string, Set<string>>> {
  const { text } = await metrics.read()
  const names = new Map<string, Set<string>>()
  for (const [, name = '', labels = ''] of text.matchAll(/^([a-z]\w*)(?:\{([^}]*)\})? /gm)) {
    const known = names.get(name) ?? new Set()
    for (const [, label = ''] of labels.matchAll(/(\w+)=/g)) known.add(label)
    names.set(name, known)
  }
  for (const [name, labels] of labelsOfAdded) names.set(name, new Set(labels))
  // A metric without samples has no line, but its name is announced.
  for (const [name, { labels }] of Object.entries({ ...counters, ...histograms })) {
    if (!text.includes(`# TYPE ${name} `)) continue
    const lines = name in histograms ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name]
    for (const line of lines) names.set(line, new Set([...labels, 'le']))
  }
  return names
}

const ownWords = new Set(['instance', 'job'])

it('every query of the dashboard and the alerts uses existing metrics and labels', async () => {
  const known = await collected()
  const shown = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  expect(shown.length).toBeGreaterThan(20)
  // `up` is Prometheus' own metric of a process.
  const alerts = rules.map(({ expr }) => expr).filter((expr) => !expr.startsWith('up{'))
  expect(alerts.length).toBeGreaterThan(10)
  const queries = [...shown, ...alerts]
  for (const query of queries) {
    const names = query.match(/\b(atelier|process|nodejs)_\w+/g) ?? []
    expect({
      query,
      unknown: names.filter((name) => !known.has(name)),
      none: names.length === 0,
    }).toEqual({
      ...{ query, unknown: [], none: false },
    })
    const by = [...query.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/,\s*/))
    const matched = [...query.matchAll(/(\w+)=~?"/g)].map(([, label = '']) => label)
    const labels = new Set(names.flatMap((name) => [...(known.get(name) ?? [])]))
    const foreign = [...by, ...matched].filter(
      (label) => !labels.has(label) && !ownWords.has(label),
    )
    expect({ query, foreign }).toEqual({ query, foreign: [] })
  }
})

it('shows all our metrics, and each panel once', () => {
  const queries = dashboard.panels
    .flatMap(({ targets }) => targets.map(({ expr }) => expr))
    .join('\n')
  const unshown = [...Object.keys(counters), ...Object.keys(histograms)].filter(
    (name) => !queries.includes(name),
  )
  expect(unshown).toEqual([])
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
})
