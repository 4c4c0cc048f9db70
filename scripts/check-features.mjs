import { ensureBuilt } from './lib/ensure-built.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { findChromium } from './lib/find-chromium.mjs'
import { pinnedNode, toolEnvironment } from './lib/paths.mjs'
import { main, run } from './lib/run.mjs'

// `npm run check:removable`: whether the product does without each feature, or without those that are
// named: `npm run check:removable -- presets`. With `--whole` all tests of the core run.
// `npm run check:addable`: whether a made-up feature is added as one folder and one line; with
// `-- provider` or `-- kind` one of these.
await main(async () => {
  await ensureInstalled({ forDevelopment: true })
  await ensureBuilt()
  const chromium = await findChromium()
  const env = toolEnvironment(chromium && { CHROMIUM_PATH: chromium })
  const command = ['tests/features/main.ts', ...process.argv.slice(2)]
  process.exitCode = await run(pinnedNode(), command, { stdio: 'inherit', env })
})
