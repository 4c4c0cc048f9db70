import { existsSync } from 'node:fs'
import path from 'node:path'
import { findCitationFaults, findDocFaults } from './lib/find-doc-faults.mjs'
import { inRepository } from './lib/paths.mjs'
import { capture, main, say } from './lib/run.mjs'

// Fails when a page in Markdown, or a comment in the code, names a file or a section that is not
// there.
await main(async () => {
  const listed = await capture('git', ['ls-files', '--cached', '--others', '--exclude-standard'])
  if (listed.code !== 0) return say('The pages are not checked: this is no Git repository.')
  const root = inRepository('.')
  const files = listed.output.split('\n').filter((file) => existsSync(path.join(root, file)))
  const faults = [
    ...findDocFaults(
      root,
      files.filter((file) => file.endsWith('.md')),
    ),
    ...findCitationFaults(
      root,
      files.filter((file) => /^(src|tests)\/.*\.(ts|tsx)$/.test(file)),
    ),
  ]
  for (const fault of faults) say(`${fault} does not exist`)
  if (faults.length > 0) process.exitCode = 1
})
