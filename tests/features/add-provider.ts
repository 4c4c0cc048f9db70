import { cp, readFile } from 'node:fs/promises'
import path from 'node:path'
import { replaceInCopy, runInCopy } from '#testing/repository-copy.ts'
import { testInCopy } from '#testing/repository-steps.ts'

const folder = 'src/providers/made-up'
const registry = 'src/providers/registry.ts'
const example = '.env.example'

/**
 * Adds a made-up provider to a copy of the repository: its folder with the test of its port, its
 * line and import in the registry, and its two variables in `.env.example`.
 */
export async function addProvider(root: string): Promise<void> {
  const files = path.join(import.meta.dirname, 'made-up-provider')
  await cp(files, path.join(root, folder), { recursive: true })
  const imported = "import { madeUp } from './made-up/module.ts'\n"
  const next = "import { miniMax } from './minimax/module.ts'\n"
  await replaceInCopy(root, registry, [next, imported + next])
  await replaceInCopy(root, registry, ['\n] as const', '\n  madeUp,\n] as const'])
  const text = await readFile(path.join(root, example), 'utf8')
  const [line] = /^# OPENAI_API_KEY=.*\n/m.exec(text) ?? ['# OPENAI_API_KEY=']
  const lines = '# MADE_UP_KEY=\n# MADE_UP_URL=https://api.made-up.example\n'
  await replaceInCopy(root, example, [line, lines + line])
}

/** Types, lint, the provider's own test, and the test that finds its variables described. */
export function stepsWithProvider(root: string): Record<string, () => void> {
  const biome = 'node_modules/@biomejs/biome/bin/biome'
  return {
    types: () => runInCopy(root, 'node_modules/typescript/bin/tsc', '-b'),
    lint: () => runInCopy(root, biome, 'check', '--vcs-enabled=false', folder, registry),
    tests: () => testInCopy(root, 'vitest/vitest.mjs', ['run', folder, 'src/main/config.test.ts']),
  }
}
