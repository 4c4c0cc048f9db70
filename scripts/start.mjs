import { ensureBuilt, servesPages } from './lib/ensure-built.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { pinnedNode, root } from './lib/paths.mjs'
import { main } from './lib/run.mjs'
import { supervise } from './lib/supervise.mjs'

// Starts the product, doing first whatever is still missing.
await main(async () => {
  await ensureInstalled()
  if (servesPages(process.env, root)) await ensureBuilt()
  process.exitCode = await supervise(pinnedNode(), ['src/main/server.ts', ...process.argv.slice(2)])
})
