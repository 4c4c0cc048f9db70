import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Mutation, plant } from '#testing/mutation.ts'
import { copyRepository } from './copy-repository.ts'
import { mutations } from './mutations.ts'
import { type Row, writeResults } from './results.ts'
import { endCatchers, runCatcher } from './run-catcher.ts'

/**
 * `npm run chaos -- --mutations [--tests] [words]`: plants each bug (or those whose name has one of
 * the words) in a copy of the repository and runs the tests that should notice it; with `--tests`
 * chaos runs only for bugs that no test is named for. Exit code 1 when no test fails for one of
 * them.
 */
const { values, positionals: words } = parseArgs({
  options: { tests: { type: 'boolean' } },
  allowPositionals: true,
})
const chosen = mutations
  .filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
  .map((mutation) => ({ ...mutation, catchers: catchersOf(mutation) }))
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD']).toString().trim()
const copy = await copyRepository()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) {
  process.once(signal, () => {
    void endCatchers()
      .then(copy.remove)
      .then(() => process.exit(130))
  })
}

function catchersOf({ catchers }: Mutation): readonly string[] {
  const tests = catchers.filter((catcher) => catcher !== 'chaos')
  return values.tests && tests.length > 0 ? tests : catchers
}

async function validate(mutation: Mutation): Promise<{ by: string[]; missedBy: string[] }> {
  const file = path.join(copy.directory, mutation.file)
  const original = await readFile(file, 'utf8')
  await writeFile(file, plant(mutation, original))
  try {
    const by: string[] = []
    const missedBy: string[] = []
    for (const catcher of mutation.catchers) {
      const verdict = await runCatcher(catcher, copy.directory)
      if (verdict.caught) by.push(`${catcher}: ${verdict.by}`)
      else missedBy.push(catcher)
    }
    return { by, missedBy }
  } finally {
    await writeFile(file, original)
  }
}

/** Throws when a check fails although no bug is planted: its failures would prove nothing. */
async function checkCatchers(): Promise<void> {
  for (const catcher of new Set(chosen.flatMap(({ catchers }) => catchers))) {
    const { caught, output } = await runCatcher(catcher, copy.directory)
    if (caught) throw new Error(`${catcher} fails without any bug:\n${output.slice(-3_000)}`)
    console.log(`healthy   ${catcher}`)
  }
}

try {
  await checkCatchers()
  const rows: Row[] = []
  for (const mutation of chosen) {
    const { by, missedBy } = await validate(mutation)
    const verdict = by.length > 0 ? 'caught' : 'SURVIVED'
    if (by.length === 0) process.exitCode = 1
    console.log(
      `${verdict.padEnd(9)} ${mutation.name} (${by.join('; ') || `not by ${missedBy.join(', ')}`})`,
    )
    rows.push([mutation.name, mutation.file, verdict, by.join('; '), missedBy.join(', '), commit])
  }
  if (!values.tests) await writeResults(rows)
} finally {
  await copy.remove()
  // The listener for `disconnect` would keep this process running.
  process.channel?.unref()
}
