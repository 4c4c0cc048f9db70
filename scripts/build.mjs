import { ensureBuilt } from './lib/ensure-built.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { main, say } from './lib/run.mjs'

// Builds the web page, the only part that is built.
await main(async () => {
  await ensureInstalled()
  await ensureBuilt()
  say('The web page is in dist/web.')
})
