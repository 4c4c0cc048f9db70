import { readFileSync } from 'node:fs'
import { findBannedNames } from './lib/find-banned-names.mjs'
import { inRepository } from './lib/paths.mjs'
import { capture, main, say } from './lib/run.mjs'

const code = ['src', 'packages', 'tests']

// Fails where an identifier has a word that docs/glossary.md says to avoid.
await main(async () => {
  const listed = await capture('git', ['ls-files', '-co', '--exclude-standard', ...code])
  // Without Git there is no list, and nothing is being changed either.
  if (listed.code !== 0) return
  for (const file of listed.output.split('\n').filter((name) => /\.tsx?$/.test(name))) {
    const names = findBannedNames(readFileSync(inRepository(file), 'utf8'))
    for (const name of names) say(`${file}: ${name} has a word that docs/glossary.md avoids`)
    if (names.length > 0) process.exitCode = 1
  }
})
