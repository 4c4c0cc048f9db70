import { ensureInstalled } from './lib/ensure-installed.mjs'
import { pinnedNode } from './lib/paths.mjs'
import { main, run } from './lib/run.mjs'

// The operator's command line. Standard output carries the command's own answer, nothing else.
await main(async () => {
  await ensureInstalled()
  const args = ['src/main/atelier.ts', ...process.argv.slice(2)]
  process.exitCode = await run(pinnedNode(), args, { stdio: 'inherit' })
})
