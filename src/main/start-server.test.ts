import path from 'node:path'
import pino from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { recordStorageOutage } from '#core/generations/queries/outages.ts'
import { fileDirectory } from '#testing/after-file.ts'
import { testDatabase, testUrl } from '#testing/database/database.ts'
import { readConfig } from './config.ts'
import { CannotStart } from './listen.ts'
import { readPages, startServer } from './start-server.ts'

const missing = path.join(import.meta.dirname, 'no-such-directory')
const warnings: unknown[] = []
const log = { warn: (...line: unknown[]) => void warnings.push(line) }

it('does not start in production without built pages, and names the build command', async () => {
  const pages = readPages({ ATELIER_MODE: 'production' }, log, missing)
  await expect(pages).rejects.toThrow(CannotStart)
  await expect(pages).rejects.toThrow(/no-such-directory\. Run: npm run build$/)
  expect(warnings).toEqual([])
})

it('answers the API alone in a demo without built pages, and logs that', async () => {
  expect(await readPages({ ATELIER_MODE: 'demo' }, log, missing)).toBeNull()
  expect(warnings).toEqual([[{ directory: missing }, 'pages are not built']])
})

it('does not treat unreadable pages as missing', async () => {
  const pages = readPages({ ATELIER_MODE: 'demo' }, log, import.meta.filename)
  await expect(pages).rejects.toThrow('ENOTDIR')
})

it('counts the errors of a bucket that does not answer', async () => {
  const token = 'a token for metrics'
  const config = readConfig({
    ...{ DATABASE_URL: await testUrl(), DATA_DIR: await fileDirectory('counted') },
    ...{ PORT: '0', MOCK_SAMPLES: 'off', METRICS_TOKEN: token },
    ...{ STORAGE: 's3', S3_ENDPOINT: 'http://127.0.0.1:9', S3_REGION: 'x', S3_BUCKET: 'x' },
    ...{ S3_ACCESS_KEY_ID: 'x', S3_SECRET_ACCESS_KEY: 'x' },
  })
  const database = await testDatabase()
  await recordStorageOutage(database, { detail: 'away', probeAfter: 0 })
  const silent = { log: pino({ level: 'silent' }), destination: 1 } as const
  const studio = await startServer(config, silent, () => undefined)
  onTestFinished(studio.stop)
  const headers = { authorization: `Bearer ${token}` }
  const counted = async () => {
    const text = await (await fetch(`${studio.url}/metrics`, { headers })).text()
    return /^atelier_storage_errors_total\{.*operation="write".*\} (\d+)/m.exec(text)?.[1]
  }
  await expect.poll(async () => Number((await counted()) ?? 0)).toBeGreaterThan(0)
})
