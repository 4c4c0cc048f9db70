import { parseArgs } from 'node:util'
import { runFuzz } from './run-fuzz.ts'

/** `npm run fuzz`: exit code 0 when no parser crashed and every file had a documented outcome. */
const { values } = parseArgs({
  options: {
    mutations: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    timeout: { type: 'string', default: '1000' },
    keep: { type: 'string' },
  },
})
const mutations = Number(values.mutations)
const begun = performance.now()
const memoryBefore = process.memoryUsage.rss()
const report = await runFuzz({
  seed: Number(values.seed),
  mutations,
  timeoutMs: Number(values.timeout),
  ...(values.keep && { keep: values.keep }),
  onProgress: (done) => {
    if (done % 10_000 === 0) console.log(`${done} of ${mutations}`)
  },
})
const seconds = Math.round((performance.now() - begun) / 1_000)
const grownMb = Math.round((process.memoryUsage.rss() - memoryBefore) / 1024 ** 2)
console.log(JSON.stringify({ mutations, seed: values.seed, seconds, grownMb, ...report }, null, 2))
if (report.crashes > 0) process.exitCode = 1
