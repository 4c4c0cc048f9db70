import { ensureBuilt } from './lib/ensure-built.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { pinnedNode } from './lib/paths.mjs'
import { main } from './lib/run.mjs'
import { supervise } from './lib/supervise.mjs'

// The product under kills and faults, with real processes; `--mutations` plants bugs and looks who
// catches them.
await main(async () => {
  await ensureInstalled({ forDevelopment: true })
  await ensureBuilt()
  const args = process.argv.slice(2)
  const isMutations = args.includes('--mutations')
  const script = isMutations ? 'tests/chaos/mutations/run-mutations.ts' : 'tests/chaos/main.ts'
  process.exitCode = await supervise(pinnedNode(), [
    script,
    ...args.filter((arg) => arg !== '--mutations'),
  ])
})
