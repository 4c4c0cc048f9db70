import { chromium } from '@playwright/test'
import type { Context } from './bench.ts'
import { pages } from './first-visit.ts'
import { limitRow, type Report, type Row } from './support/report.ts'
import { openSetup } from './support/setup.ts'

/** The page whose files are listed one by one. */
const listed = pages[1]

const maxBytes = 110_000

/** The code that the first touch of a phone fetches, with what follows it while the page is idle. */
export async function run({ server, quick }: Context): Promise<Report> {
  await using setup = await openSetup(server, { accounts: 0, roles: ['all'] })
  const executablePath = process.env.CHROMIUM_PATH ?? chromium.executablePath()
  const args = ['--no-sandbox', '--disable-gpu']
  const browser = await chromium.launch({ executablePath, args })
  const rows: Row[] = []
  const files: Row[] = []
  for (const page of quick ? pages.slice(1, 2) : pages) {
    const context = await browser.newContext({
      ...{ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    })
    const visitor = await context.newPage()
    const fetched: Promise<{ name: string; bytes: number }>[] = []
    visitor.on('requestfinished', (request) => {
      if (request.resourceType() !== 'script') return
      const name = new URL(request.url()).pathname.replace(/^.*\/|-[\w-]{8}(?=\.js$)/g, '')
      const size = request.sizes()
      fetched.push(
        size.then((each) => ({ name, bytes: each.responseBodySize + each.responseHeadersSize })),
      )
    })
    await visitor.goto(setup.url + page)
    await visitor.locator('h1').tap()
    await visitor.locator('#app[data-static]').waitFor({ state: 'detached' })
    await visitor.waitForLoadState('networkidle')
    const sizes = (await Promise.all(fetched)).toSorted((a, b) => b.bytes - a.bytes)
    await context.close()
    const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
    rows.push(limitRow(`${page}, ${sizes.length} files`, total, maxBytes, inKilobytes))
    if (page === listed)
      for (const { name, bytes } of sizes) files.push({ what: name, ours: inKilobytes(bytes) })
  }
  await browser.close()
  return {
    title: 'JavaScript once a page is touched',
    rows: [...rows, ...files],
    notes: [
      'A phone without a cache taps the heading; counted until the network is idle, headers included, as it was sent (brotli).',
      `The files are those of ${listed}.`,
    ],
  }
}

function inKilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`
}
