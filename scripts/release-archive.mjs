import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt } from './lib/ensure-built.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { inRepository, root } from './lib/paths.mjs'
import { copyRelease } from './lib/release-files.mjs'
import { main, run, say } from './lib/run.mjs'

// `npm run release-archive`: what runs in production, with built pages, as
// dist/atelier-<version>.tar.gz; with `--directory <path>` as an empty directory's content instead.
// It starts by `npm ci --omit=dev && deploy/bin/run-node src/main/server.ts`.
await main(async () => {
  const { values } = parseArgs({ options: { directory: { type: 'string' } } })
  await ensureInstalled()
  await ensureBuilt()
  if (values.directory) {
    mkdirSync(values.directory, { recursive: true })
    copyRelease(root, resolve(values.directory))
    return
  }
  const { version } = JSON.parse(readFileSync(inRepository('package.json'), 'utf8'))
  const name = `atelier-${version}`
  const archive = inRepository('dist', `${name}.tar.gz`)
  const folder = mkdtempSync(join(tmpdir(), 'atelier-release-'))
  try {
    mkdirSync(join(folder, name))
    copyRelease(root, join(folder, name))
    const owner = ['--owner=0', '--group=0', '--sort=name']
    const code = await run('tar', ['-czf', archive, '-C', folder, ...owner, name])
    if (code !== 0) throw new Error('tar could not write the archive. What it says is above.')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  say(`The release is ${archive}.`)
})
