import { compileMessages } from './lib/compile-messages.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { inRepository, pinnedNode, toolEnvironment, toolPath } from './lib/paths.mjs'
import { capture, main } from './lib/run.mjs'

const tool = (args) => capture(pinnedNode(), args, { env: toolEnvironment() })

const steps = [
  { name: 'types', work: () => tool([toolPath('typescript', 'tsc'), '-b']) },
  {
    name: 'format, lint and walls',
    work: () => tool([toolPath('@biomejs/biome', 'biome'), 'ci', '--colors=off', '.']),
  },
  { name: 'dead code', work: () => tool([toolPath('knip')]) },
  { name: 'pages in Markdown', work: () => tool([inRepository('scripts/check-docs.mjs')]) },
  { name: 'vocabulary', work: () => tool([inRepository('scripts/check-vocabulary.mjs')]) },
  { name: 'messages', work: () => tool([inRepository('scripts/check-messages.mjs')]) },
]

// Everything that can be said about the code without running it.
await main(async () => {
  await ensureInstalled({ forDevelopment: true })
  // First, and alone: the types depend on these files, and the linter fails when files appear while
  // it scans.
  const compiled = await compileMessages()
  if (compiled.code !== 0)
    throw new Error(`The messages could not be compiled.\n${compiled.output.trim()}`)
  const waiting = [...steps]
  const lane = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) await report(step)
  }
  await Promise.all([lane(), lane()])
})

async function report({ name, work }) {
  const start = performance.now()
  const { code, output } = await work()
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  process.stdout.write(`${code === 0 ? 'ok    ' : 'FAILED'}  ${name} (${seconds} s)\n`)
  if (code === 0) return
  process.stdout.write(`\n${output.trim()}\n\n`)
  process.exitCode = 1
}
