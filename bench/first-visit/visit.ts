import { gzipSync } from 'node:zlib'
import type { Browser, Page, Response } from '@playwright/test'

/**
 * One visit: bytes of JavaScript as gzip would send them, the largest paint and the time blocked in
 * ms, shifts.
 */
export type Visit = { script: number; largestPaint: number; blocked: number; shift: number }

type Vitals = Omit<Visit, 'script'>
type Watch = { vitals?: Vitals }

export const slowdown = 4
/** Lighthouse's phone: its line, and how long the first byte of an answer takes, in ms. */
export const line = { megabits: 1.6, latency: 150 }

/** Visits a page for the first time, with nothing in the cache, until it rests. */
export async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    isMobile: true,
    hasTouch: true,
  })
  try {
    const page = await context.newPage()
    const scripts: Promise<number>[] = []
    page.on('response', (response) => isScript(response) && scripts.push(weigh(response)))
    await page.addInitScript(watch)
    await slowDown(page)
    await page.goto(url, { waitUntil: 'networkidle' })
    const vitals = await page.evaluate(() => (globalThis as Watch).vitals)
    if (!vitals) throw new Error('The page tells nothing of itself')
    const weights = await Promise.all(scripts)
    return { ...vitals, script: weights.reduce((sum, weight) => sum + weight, 0) }
  } finally {
    await context.close()
  }
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const bytesPerSecond = (line.megabits * 1_000_000) / 8
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: line.latency,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}

const isScript = (response: Response) => response.request().resourceType() === 'script'

const weigh = async (response: Response) => gzipSync(await response.body()).length

/** Runs in the page before anything of its own. */
function watch(): void {
  const vitals: Vitals = { largestPaint: 0, blocked: 0, shift: 0 }
  Object.assign(globalThis, { vitals } satisfies Watch)
  const observe = (type: string, hear: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(hear)).observe({
      type,
      buffered: true,
    })
  observe('largest-contentful-paint', ({ startTime }) => {
    vitals.largestPaint = startTime
  })
  observe('layout-shift', (entry) => {
    vitals.shift += (entry as PerformanceEntry & { value: number }).value
  })
  observe('longtask', ({ startTime, duration }) => {
    const firstPaint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime
    if (firstPaint !== undefined && startTime + duration > firstPaint)
      vitals.blocked += Math.max(0, duration - 50)
  })
}
