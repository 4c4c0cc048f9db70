import { ensureInstalled } from './lib/ensure-installed.mjs'
import { pinnedNode } from './lib/paths.mjs'
import { main } from './lib/run.mjs'
import { supervise } from './lib/supervise.mjs'

// Damaged files through every parser: `--mutations 200000 --seed 2 --keep <directory>`.
await main(async () => {
  await ensureInstalled({ forDevelopment: true })
  process.exitCode = await supervise(pinnedNode(), ['tests/fuzz/main.ts', ...process.argv.slice(2)])
})
