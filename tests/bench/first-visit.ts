import { execFile, execFileSync } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import type { Context } from './bench.ts'
import { limitRow, type Report, type Row } from './support/report.ts'
import { openSetup } from './support/setup.ts'

const lighthouse = '13.5.0'
const repository = path.join(import.meta.dirname, '../..')

/** Forms of different weight: words alone in both languages, and one that takes a file. */
const pages = [
  '/creator/image/text-to-image',
  '/zh/creator/image/text-to-image',
  '/creator/image-to-video/image-to-video',
]

/** Every visit takes half a minute. */
export const maxMinutes = 20

/** The first visit to a creation form, on a phone as Lighthouse emulates it. */
export async function run({ server, quick }: Context): Promise<Report> {
  const visits = quick ? 1 : 5
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: repository, stdio: 'ignore' })
  await using setup = await openSetup(server, { accounts: 0, roles: ['all'] })
  const rows: Row[] = []
  for (const page of quick ? pages.slice(0, 1) : pages) {
    const reports: Lhr[] = []
    for (let visit = 0; visit < visits; visit++) reports.push(await visitPage(setup.url + page))
    rows.push(...rowsOf(page, reports))
  }
  return {
    title: 'The first visit to a creation form, on a phone',
    rows,
    notes: [
      `Lighthouse ${lighthouse} with its own settings for a phone (slow 4G and a processor slowed down 4 times, both simulated), a new profile each time; the worst of ${visits} visits, because each must reach the goal.`,
      'JavaScript is everything fetched, counted as it was sent (the server may send brotli).',
      'The yardstick is what open-source peers were measured at; they are not run here.',
      'In Chromium with the line and the processor slowed down for real, the median of 5 visits was on 2026-11-22: largest paint 936 to 964 ms, blocked for 119 to 162 ms, no shifts, 178 to 181 kB of JavaScript as gzip.',
    ],
  }
}

type Request = { resourceType?: string; transferSize?: number }

/** What is read of a report of Lighthouse. */
type Lhr = {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number; details?: { items?: Request[] } }>
}

async function visitPage(url: string): Promise<Lhr> {
  const lighthousePackage = `--package=lighthouse@${lighthouse}`
  const flags = '--chrome-flags=--headless --no-sandbox --disable-gpu'
  const options = [url, '--quiet', '--output=json', flags]
  const args = ['exec', '--yes', lighthousePackage, '--', 'lighthouse', ...options]
  const CHROME_PATH = process.env.CHROMIUM_PATH ?? chromium.executablePath()
  const env = { ...process.env, CHROME_PATH }
  const { stdout } = await promisify(execFile)('npm', args, { env, maxBuffer: 100_000_000 })
  return JSON.parse(stdout) as Lhr
}

const categories = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 }
const inMs = (value: number) => `${Math.round(value)} ms`
const asShift = (value: number) => value.toFixed(3)
const inKilobytes = (bytes: number) => `${Math.round(bytes / 1000)} kB`

/** A number of an audit, its limit and that of open-source peers. */
const measures = [
  ['first paint', 'first-contentful-paint', 1_200, inMs, ''],
  ['largest paint', 'largest-contentful-paint', 1_500, inMs, '3,000–5,400 ms'],
  ['time blocked', 'total-blocking-time', 80, inMs, ''],
  ['shifts', 'cumulative-layout-shift', 0, asShift, ''],
  ['JavaScript', 'network-requests', 110_000, inKilobytes, '121–1,608 kB'],
] as const

function readAudit({ audits }: Lhr, name: string): number {
  if (name !== 'network-requests') return audits[name]?.numericValue ?? Number.NaN
  const requests = audits[name]?.details?.items ?? []
  const scripts = requests.filter(({ resourceType }) => resourceType === 'Script')
  return scripts.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0)
}

function rowsOf(page: string, reports: Lhr[]): Row[] {
  const scores = Object.keys(categories).map((name) =>
    Math.min(...reports.map((report) => Math.round((report.categories[name]?.score ?? 0) * 100))),
  )
  const wanted = Object.values(categories)
  return [
    {
      what: `${page}: ${Object.keys(categories).join(' / ')}`,
      goal: `≥ ${wanted.join(' / ')}`,
      isMet: scores.every((score, index) => score >= (wanted[index] ?? 0)),
      ours: scores.join(' / '),
      yardstick: '42–95',
    },
    ...measures.map(([what, audit, max, say, yardstick]) => {
      const worst = Math.max(...reports.map((report) => readAudit(report, audit)))
      return { ...limitRow(`${page}: ${what}`, worst, max, say), yardstick }
    }),
  ]
}
