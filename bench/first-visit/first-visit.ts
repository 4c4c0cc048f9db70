import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { load } from '../measure/machine.ts'
import { writeReport } from '../measure/report.ts'
import { freshDatabase } from '../world/fresh-database.ts'
import { openServer } from '../world/server.ts'
import { startStudio } from '../world/studio.ts'
import { rowsOf } from './rows.ts'
import { line, slowdown, type Visit, visit } from './visit.ts'

const repository = path.join(import.meta.dirname, '../..')
const visits = 5

/** Forms of different weight: words alone in both languages, and one that takes a file. */
const forms = [
  '/creator/image/text-to-image',
  '/zh/creator/image/text-to-image',
  '/creator/image-to-video/image-to-video',
]

/** The first visit to a creation form, on a phone as Lighthouse imagines it. */
export async function run(): Promise<void> {
  const before = load()
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: repository, stdio: 'ignore' })
  await using server = await openServer()
  await using fresh = await freshDatabase(server)
  const nobody = 'http://127.0.0.1:9'
  await using studio = await startStudio({
    databaseUrl: fresh.url,
    roles: ['all'],
    providerUrl: nobody,
  })
  const executablePath = process.env.CHROMIUM_PATH
  const browser = await chromium.launch({
    args: ['--no-sandbox'],
    ...(executablePath && { executablePath }),
  })
  try {
    // One visit that does not count: the server and the browser have then done everything once.
    await visit(browser, studio.url + forms[0])
    const measured: { form: string; visits: Visit[] }[] = []
    for (const form of forms) {
      const all: Visit[] = []
      for (let turn = 0; turn < visits; turn++) all.push(await visit(browser, studio.url + form))
      measured.push({ form, visits: all })
    }
    await writeReport(
      {
        name: 'first-visit',
        title: 'The first visit to a creation form, on a phone',
        rows: measured.flatMap(rowsOf),
        notes: [
          `Chromium ${browser.version()}, 412 × 823, a new profile each time, its processor slowed down ${slowdown} times, ${line.megabits} Mbit/s and ${line.latency} ms to the first byte of every answer, as Lighthouse imagines a phone; medians of ${visits} visits.`,
          'JavaScript is everything fetched until the page rests, counted as gzip would send it (the server may send brotli).',
          'Largest paint and shifts are what the browser tells; blocking time is what tasks after the first paint take beyond 50 ms each.',
          'The yardstick is what open-source peers were measured at; they are not run here.',
        ],
        loads: [before, load()],
      },
      server,
    )
  } finally {
    await browser.close()
  }
}

/** Every visit takes seconds, in ms. */
export const longest = 400_000
