import { ensureBuilt } from './lib/ensure-built.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { findChromium } from './lib/find-chromium.mjs'
import { pinnedNode, root, toolEnvironment } from './lib/paths.mjs'
import { main, run } from './lib/run.mjs'

/** The benchmarks that need a browser. */
const inBrowser = new Set(['canvas', 'first-touch', 'first-visit', 'gallery'])

// `npm run bench -- <name>`: measures, prints the table and writes it to
// tests/bench/results/<name>.md; with `--quick` it only shows that the benchmark works, and writes
// nothing.
await main(async () => {
  await ensureInstalled({ forDevelopment: true })
  await ensureBuilt()
  const names = process.argv.slice(2)
  const chromium = names.some((name) => inBrowser.has(name)) && (await findChromium())
  const env = toolEnvironment(chromium ? { CHROMIUM_PATH: chromium } : {})
  process.exitCode = await run(pinnedNode(), ['tests/bench/bench.ts', ...names], {
    cwd: root,
    stdio: 'inherit',
    env,
  })
})
