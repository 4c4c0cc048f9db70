import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompressSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import type { Context } from './bench.ts'
import { format, limitRow, type Report, type Row } from './support/report.ts'
import { openSetup } from './support/setup.ts'

const lighthouse = '13.5.0'
const repository = path.join(import.meta.dirname, '../..')

/**
 * The start page, forms of different weight (words alone in two languages, and one that takes a
 * file), and one that the server renders.
 */
export const pages = [
  '/',
  '/creator/image/text-to-image',
  '/zh/creator/image/text-to-image',
  '/creator/image-to-video/image-to-video',
  '/pricing',
]

/** Every visit takes up to half a minute. */
export const fullMinutes = 30

/** The first visit to a prerendered page, on a phone as Lighthouse emulates it. */
export async function run({ server, quick, full, keepRows }: Context): Promise<Report> {
  const visits = quick ? 1 : full ? 5 : 2
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: repository, stdio: 'ignore' })
  await using setup = await openSetup(server, { accounts: 0, roles: ['all'] })
  await using floor = await serveWithoutScript(setup.url)
  const rows: Row[] = []
  for (const page of quick ? pages.slice(1, 2) : pages) {
    const reports: Reports = { ours: [], floor: [] }
    for (let visit = 0; visit < visits; visit++) {
      reports.ours.push(await visitPage(setup.url + page))
      reports.floor.push(await visitPage(floor.url + page))
    }
    rows.push(...keepRows(rowsOf(page, reports)))
  }
  return {
    title: 'The first visit, on a phone',
    rows,
    notes: [
      `Lighthouse ${lighthouse} with its own settings for a phone (slow 4G and a processor slowed down 4 times, both simulated), a new profile each time; the worst of ${visits} visits, because each must reach the goal.`,
      'JavaScript is everything fetched before anything is touched, counted as it was sent (the server may send brotli). On a phone a first visit needs no more; what the first touch fetches is measured by `first-touch`.',
      'The yardstick is the floor: the same page, its images and its font from a bare Node server, without any script, visited in turn with ours.',
      'Open-source peers were measured at 42 to 95 points, 3,000 to 5,400 ms to the largest paint and 121 to 1,608 kB of JavaScript; they are not run here.',
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

/** A number of an audit and its limit. */
const measures = [
  ['first paint', 'first-contentful-paint', 1_200, inMs],
  ['largest paint', 'largest-contentful-paint', 1_500, inMs],
  ['time blocked', 'total-blocking-time', 80, inMs],
  ['shifts', 'cumulative-layout-shift', 0, asShift],
  ['JavaScript', 'network-requests', 110_000, inKilobytes],
] as const

function readAudit({ audits }: Lhr, name: string): number {
  if (name !== 'network-requests') return audits[name]?.numericValue ?? Number.NaN
  const requests = audits[name]?.details?.items ?? []
  const scripts = requests.filter(({ resourceType }) => resourceType === 'Script')
  return scripts.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0)
}

type Reports = { ours: Lhr[]; floor: Lhr[] }

function rowsOf(page: string, { ours, floor }: Reports): Row[] {
  const names = Object.keys(categories)
  const worstScores = (reports: Lhr[]) =>
    names.map((name) =>
      Math.min(...reports.map((each) => Math.round((each.categories[name]?.score ?? 0) * 100))),
    )
  const scores = worstScores(ours)
  const wanted = Object.values(categories)
  return [
    {
      what: `${page}: ${names.join(' / ')}`,
      goal: `≥ ${wanted.join(' / ')}`,
      isMet: scores.every((score, index) => score >= (wanted[index] ?? 0)),
      ours: scores.join(' / '),
      yardstick: worstScores(floor).join(' / '),
    },
    ...measures.map(([what, audit, max, say]) => {
      const [worst, worstOfFloor] = [ours, floor].map((reports) =>
        Math.max(...reports.map((report) => readAudit(report, audit))),
      ) as [number, number]
      return {
        ...limitRow(`${page}: ${what}`, worst, max, say),
        yardstick: say(worstOfFloor),
        ...(worst > 0 && worstOfFloor > 0 && { ratio: format.times(worst / worstOfFloor) }),
      }
    }),
  ]
}

type Floor = AsyncDisposable & { url: string }

/** Serves the pages of the product without their scripts, from memory and with nothing around. */
async function serveWithoutScript(product: string): Promise<Floor> {
  const answers = new Map<string, { type: string; body: Buffer; isText: boolean }>()
  const read = async (address: string) => {
    const answer = await fetch(product + address)
    const type = answer.headers.get('content-type') ?? ''
    const bytes = Buffer.from(await answer.arrayBuffer())
    const isText = /text|svg/.test(type)
    const text = () => bytes.toString().replaceAll(/<script.*?<\/script>/gs, '')
    return { type, isText, body: isText ? brotliCompressSync(text()) : bytes }
  }
  const server = createServer(async (request, response) => {
    const address = request.url ?? '/'
    const found = answers.get(address) ?? (await read(address))
    answers.set(address, found)
    response.setHeader('content-type', found.type)
    if (found.isText) response.setHeader('content-encoding', 'br')
    response.end(found.body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const dispose = async () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: dispose }
}
