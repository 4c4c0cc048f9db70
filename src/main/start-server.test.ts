import path from 'node:path'
import { expect, it } from 'vitest'
import { CannotStart } from './listen.ts'
import { readPages } from './start-server.ts'

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
