import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buildCopy, copyRepository, runInCopy } from '#testing/repository-copy.ts'
import { runSteps, testInCopy } from '#testing/repository-steps.ts'
import { removeTemporaryDirectory } from '#testing/temporary-directory.ts'
import { addFeature, madeUpFeature, stepsWithFeature } from './add-feature.ts'
import { addKind, stepsWithKind } from './add-kind.ts'
import { addProvider, stepsWithProvider } from './add-provider.ts'

// Removes one feature after the other in a copy of the repository, and looks whether the product still
// compiles, starts, and passes the core's tests and its main journey. What is made up is added
// instead, and looked at: a feature (`record-notes`), a `provider`, a `kind`. Names of them; without
// one, all; `--in-turn`: one of them, chosen by the number of commits; `--add`: without a name, the
// made-up feature. `--whole`: every test of the core, not only those that features touch most.

const args = process.argv.slice(2)
const isWhole = args.includes('--whole')
const named = args.filter((arg) => !arg.startsWith('--'))
const features = globSync('src/features/*/index.ts')
  .map((file) => path.basename(path.dirname(file)))
  .toSorted()
/** What is added, by its name. */
const additions: Record<string, Addition> = {
  [madeUpFeature]: { add: addFeature, steps: stepsWithFeature },
  provider: { add: addProvider, steps: stepsWithProvider },
  kind: { add: addKind, steps: stepsWithKind },
}
const all = [...features, ...Object.keys(additions)]

const registry = 'src/features/registry.ts'

/** What a feature adds to is tested here. */
const touched = [
  'src/core/api/app.test.ts',
  'src/core/http/{auth,access}.test.ts',
  'src/core/api/security/access-matrix.test.ts',
  'src/core/account-data',
  'src/core/accounts',
  'src/core/generations',
  'src/core/admin/*-queries.test.ts',
  'src/core/schema',
  'src/web',
]
/** It compares a generated file with the API of all features. */
const ofAllFeatures = 'src/core/api/api-types.test.ts'
const journey = 'tests/e2e/create/journey.spec.ts'

type Addition = {
  add(root: string): Promise<void>
  steps(root: string): Record<string, () => void>
}

for (const name of chooseNames()) {
  const root = await copyRepository()
  try {
    const addition = additions[name]
    if (addition) {
      await addition.add(root)
      runSteps(`with ${name}`, addition.steps(root))
    } else {
      await removeFeature(root, name)
      runSteps(`without ${name}`, stepsWithout(root))
    }
  } finally {
    await removeTemporaryDirectory(root)
  }
}

/**
 * Removes a feature from a copy of the repository: its folder, and its line and import in the
 * registry; before it those that need it. Throws where it has no line.
 */
async function removeFeature(root: string, name: string): Promise<void> {
  let [other] = featuresThatNeed(root, name)
  for (; other; [other] = featuresThatNeed(root, name)) await removeFeature(root, other)
  const file = path.join(root, registry)
  const text = await readFile(file, 'utf8')
  const imported = new RegExp(`^import \\{ (\\w+) \\} from './${name}/index.ts'\\n`, 'm').exec(text)
  if (!imported?.[1]) throw new Error(`${registry} has no feature ${name}`)
  const left = text.replace(imported[0], '').replace(new RegExp(`\\b${imported[1]}\\b,? ?`), '')
  await writeFile(file, left)
  await rm(path.join(root, 'src/features', name), { recursive: true })
}

/** The features of a copy that name another one in their `needs`. */
function featuresThatNeed(root: string, name: string): string[] {
  const needs = /^ {2}needs: \[(?<names>[^\]]*)\]/m
  return globSync('src/features/*/index.ts', { cwd: root })
    .filter((file) => {
      const names = needs.exec(readFileSync(path.join(root, file), 'utf8'))?.groups?.names
      return names?.split(/\W+/).includes(name)
    })
    .map((file) => path.basename(path.dirname(file)))
}

function chooseNames(): string[] {
  if (named.length > 0) return named
  if (args.includes('--add')) return [madeUpFeature]
  if (!args.includes('--in-turn')) return all
  const { stdout } = spawnSync('git', ['rev-list', '--count', 'HEAD'], { encoding: 'utf8' })
  return all.slice(Number(stdout) % all.length).slice(0, 1)
}

function stepsWithout(root: string): Record<string, () => void> {
  const tests = isWhole
    ? ['src', 'packages']
    : touched.flatMap((part) => globSync(part, { cwd: root }))
  return {
    pages: () => buildCopy(root),
    types: () => runInCopy(root, 'node_modules/typescript/bin/tsc', '-b'),
    messages: () => runInCopy(root, 'scripts/check-messages.mjs'),
    'the tests of the core': () =>
      testInCopy(root, 'vitest/vitest.mjs', ['run', ...tests, `--exclude=${ofAllFeatures}`]),
    'the main journey': () =>
      testInCopy(root, '@playwright/test/cli.js', ['test', '--reporter=line', journey]),
  }
}
