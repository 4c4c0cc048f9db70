import { ensureInstalled } from './lib/ensure-installed.mjs'
import { pinnedNode, root, toolEnvironment } from './lib/paths.mjs'
import { main, run } from './lib/run.mjs'

// `npm run bench -- <name>`: measures, prints the table and writes it to bench/results/<name>.md.
await main(async () => {
  await ensureInstalled()
  const args = ['bench/bench.ts', ...process.argv.slice(2)]
  process.exitCode = await run(pinnedNode(), args, { cwd: root, stdio: 'inherit', env: toolEnvironment() })
})
