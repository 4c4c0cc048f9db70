import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findCitationFaults, findDocFaults } from './find-doc-faults.mjs'

let root

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'atelier-docs-'))
})
afterAll(() => rm(root, { recursive: true }))

it('names links, anchors and paths that lead nowhere', async () => {
  await writeFile(
    join(root, 'money.md'),
    '# Money\n\n## Who pays, and when\n\n[other](gone.md) [below](#who-pays-and-when)\n',
  )
  await writeFile(
    join(root, 'index.md'),
    '[a](money.md#who-pays-and-when) [b](money.md#refund) [c](https://example.com/x) `src/gone.ts` `src/*.ts`\n',
  )
  expect(findDocFaults(root, ['index.md', 'money.md'])).toEqual([
    'index.md: money.md#refund',
    'index.md: src/gone.ts',
    'money.md: gone.md',
  ])
})

it('names sections that comments cite and that are not there', async () => {
  await writeFile(
    join(root, 'a.ts'),
    '/** (docs/money.md#charge) (docs/money.md) (docs/gone.md) https://x/docs/y.md */\n',
  )
  await mkdir(join(root, 'docs'))
  await writeFile(join(root, 'docs/money.md'), '## Refund\n')
  expect(findCitationFaults(root, ['a.ts'])).toEqual([
    'a.ts: docs/money.md#charge',
    'a.ts: docs/gone.md',
  ])
})
