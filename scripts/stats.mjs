import { readFileSync } from 'node:fs'
import path from 'node:path'
import { findBannedNames } from './lib/find-banned-names.mjs'
import { inRepository } from './lib/paths.mjs'
import { capture, main, say } from './lib/run.mjs'
import { codeFiles, importersOf, quantile } from './lib/stats.mjs'

// How large files and folders are, and how the names read: the figures of CONTRIBUTING.md.
await main(async () => {
  const listed = await capture('git', ['ls-files', 'src', 'packages'])
  if (listed.code !== 0)
    throw new Error('The figures are of the files that Git lists: this is no Git repository.')
  const root = inRepository('.')
  const files = codeFiles(listed.output.split('\n')).map((name) => {
    const text = readFileSync(path.join(root, name), 'utf8')
    return { name, text, lines: text.split('\n').length - 1 }
  })
  const lines = files.map((file) => file.lines).toSorted((a, b) => a - b)
  const share = (some) => `${some.length} (${Math.round((100 * some.length) / files.length)} %)`
  const importers = importersOf(files)
  const tested = new Set(listed.output.split('\n').filter((name) => name.includes('.test.')))
  const single = files.filter(
    ({ name, lines: count }) =>
      count <= 40 &&
      importers.get(name)?.size === 1 &&
      !tested.has(name.replace(/\.(tsx?)$/, '.test.ts')),
  )
  const folders = new Set(files.map(({ name }) => path.dirname(name)))
  const longLines = files
    .flatMap(({ text }) => text.split('\n'))
    .filter((line) => line.length > 100)
  const banned = files.flatMap(({ text }) => findBannedNames(text))
  const longest = files.toSorted((a, b) => b.lines - a.lines)[0]
  const rows = [
    ['code files', files.length],
    ['folders', folders.size],
    ['deepest folder', Math.max(...[...folders].map((folder) => folder.split('/').length))],
    ['lines of code', lines.reduce((sum, count) => sum + count, 0)],
    ['lines a file, median / p90', `${quantile(lines, 0.5)} / ${quantile(lines, 0.9)}`],
    ['longest file', `${longest.lines} (${longest.name})`],
    ['files with at most 30 lines', share(lines.filter((count) => count <= 30))],
    ['files with at most 40 lines, one importer, no test', share(single)],
    ['lines above 100 characters', longLines.length],
    ['names with a word that docs/glossary.md avoids', banned.length],
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  for (const [name, value] of rows) say(`${name.padEnd(width)}  ${value}`)
})
