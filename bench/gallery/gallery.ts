import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { load } from '../measure/machine.ts'
import { writeReport } from '../measure/report.ts'
import { accountId, seedAccounts } from '../world/accounts.ts'
import { temporaryFolder } from '../world/folder.ts'
import { freshDatabase } from '../world/fresh-database.ts'
import { openServer } from '../world/server.ts'
import { startStudio } from '../world/studio.ts'
import { openGallery } from './browser.ts'
import { measureActions } from './interactions.ts'
import { drawPictures } from './pictures.ts'
import { insertRecords } from './records.ts'
import { rowsOf } from './rows.ts'
import { loadAll, measureScrolling } from './scrolling.ts'

const repository = path.join(import.meta.dirname, '../..')
const count = 10_000
const slowdown = 4

/** A history of 10,000 pictures in a real browser on a slowed-down processor. */
export async function run(): Promise<void> {
  const before = load()
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: repository, stdio: 'ignore' })
  await using server = await openServer()
  await using fresh = await freshDatabase(server)
  const dataDir = temporaryFolder()
  await seedAccounts(fresh.database, 1)
  await insertRecords(fresh.database, accountId(1), await drawPictures(dataDir), count)
  console.log(`${count} records with pictures`)

  // The built-in account chooser stands where nobody's client is named.
  const demo = { ATELIER_MODE: 'demo', GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '', FAL_KEY: '' }
  const environment = { ...demo, DATA_DIR: dataDir, MOCK_SAMPLES: 'off' }
  const nobody = 'http://127.0.0.1:9'
  await using studio = await startStudio({
    databaseUrl: fresh.url,
    roles: ['all'],
    providerUrl: nobody,
    environment,
  })
  await using gallery = await openGallery(studio.url)
  await loadAll(gallery.page, count)
  console.log('all of them are loaded')
  await gallery.slowDown(slowdown)
  const actions = await measureActions(gallery.page)
  const scrolling = await measureScrolling(gallery.page)
  await writeReport(
    {
      name: 'gallery',
      title: 'A history of 10,000 pictures on a slow machine',
      rows: rowsOf(actions, scrolling),
      notes: [
        `Chromium ${gallery.version}, 1440 × 900, its processor slowed down ${slowdown} times; every record has a picture and all ${count} are loaded before anything is measured.`,
        'The mouse rests before it presses, and presses for 80 ms.',
        'An interaction lasts from the key or the press to the next picture on screen, as the Event Timing API tells it in steps of 8 ms; INP is the longest of all of them.',
        'The yardstick is what InvokeAI’s gallery was measured at, 55 to 105 ms; it is not run here.',
        'Scrolling is by wheel, 600 px every 50 ms for ten seconds; a long task keeps the page from answering for more than 50 ms.',
      ],
      loads: [before, load()],
    },
    server,
  )
}

/** Building, filling and scrolling through everything take their time, in ms. */
export const longest = 600_000
