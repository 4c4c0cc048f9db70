import { readFileSync } from 'node:fs'
import { findBannedNames, findVagueTypes, findVagueWords } from './lib/find-banned-names.mjs'
import { inRepository } from './lib/paths.mjs'
import { capture, main, say } from './lib/run.mjs'

const code = ['src', 'packages', 'tests']

// Fails where an identifier has a word that docs/glossary.md says to avoid, an exported type has a
// name that could be anything's, or a comment or a test title has a vague word.
await main(async () => {
  const listed = await capture('git', ['ls-files', '-co', '--exclude-standard', ...code])
  // Without Git there is no list, and nothing is being changed either.
  if (listed.code !== 0) return
  for (const file of listed.output.split('\n').filter((name) => /\.tsx?$/.test(name))) {
    const text = readFileSync(inRepository(file), 'utf8')
    const names = findBannedNames(text)
    for (const name of names) say(`${file}: ${name} has a word that docs/glossary.md avoids`)
    const types = findVagueTypes(text)
    for (const type of types)
      say(`${file}: the exported type ${type} does not tell what it is (docs/glossary.md)`)
    const words = findVagueWords(text)
    for (const word of words)
      say(`${file}: “${word}” in a comment or test title: name who is meant`)
    if (names.length + types.length + words.length > 0) process.exitCode = 1
  }
})
