import { cp, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buildCopy, runInCopy } from '#testing/repository-copy.ts'
import { testInCopy } from '#testing/repository-steps.ts'

/**
 * A made-up feature, which is no part of the product: notes on a record, with a table, two routes, an
 * action on a record, a page, a part of the statement that ends a generation, texts in three languages,
 * and its parts of an export and of a deletion.
 */
export const madeUpFeature = 'record-notes'

const registry = 'src/features/registry.ts'

/** Adds the made-up feature to a copy of the repository: its folder, and its line in the registry. */
export async function addFeature(root: string): Promise<void> {
  const folder = path.join(root, 'src/features', madeUpFeature)
  await cp(path.join(import.meta.dirname, madeUpFeature), folder, { recursive: true })
  const file = path.join(root, registry)
  const text = await readFile(file, 'utf8')
  const listed = text.replace(/: readonly Feature\[\] = \[/, '$&\n  recordNotesFeature,')
  const imported = `import { recordNotesFeature } from './${madeUpFeature}/index.ts'\n`
  await writeFile(file, imported + listed)
}

/** The feature's own tests, those of what features add, and its journey. */
export function stepsWithFeature(root: string): Record<string, () => void> {
  const folder = `src/features/${madeUpFeature}`
  const tests = [
    'src/features/registry.test.ts',
    'src/core/schema/schema.test.ts',
    'src/core/api/app.test.ts',
    'src/core/api/security/access-matrix.test.ts',
  ]
  return {
    pages: () => buildCopy(root),
    types: () => runInCopy(root, 'node_modules/typescript/bin/tsc', '-b'),
    messages: () => runInCopy(root, 'scripts/check-messages.mjs'),
    tests: () => testInCopy(root, 'vitest/vitest.mjs', ['run', folder, ...tests]),
    'its journey': () =>
      testInCopy(root, '@playwright/test/cli.js', ['test', '--reporter=line', folder]),
  }
}
