import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inRepository, pinnedNode, root, toolEnvironment, toolPath } from './paths.mjs'
import { announce, run } from './run.mjs'

const sources = [
  ...['src/web', 'src/catalogue', 'src/domain', 'src/contract'],
  ...['index.html', 'vite.config.ts', 'package-lock.json'],
]
const generated = inRepository('src/web/messages/compiled')
const stampFile = inRepository('dist/.atelier-build')

/** Builds the web page into dist/web, unless it was built from exactly these sources. */
export async function ensureBuilt() {
  const stamp = hashOf(sources)
  const isBuilt = existsSync(inRepository('dist/web/en.html')) && existsSync(stampFile)
  if (isBuilt && readFileSync(stampFile, 'utf8') === stamp) return

  await announce('Building the web page', build)
  mkdirSync(inRepository('dist'), { recursive: true })
  writeFileSync(stampFile, stamp)
}

async function build() {
  const code = await run(pinnedNode(), [toolPath('vite'), 'build', '--logLevel', 'warn'], { env: toolEnvironment() })
  if (code !== 0) throw new Error('The web page could not be built. What is wrong is above.')
}

function hashOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap((path) => filesBelow(inRepository(path)))) {
    hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0')
  }
  return hash.digest('hex')
}

function filesBelow(path) {
  if (path === generated || !existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  // The message compiler leaves notes beside its settings; they are no sources.
  const names = readdirSync(path)
    .filter((name) => !name.startsWith('.') && name !== 'README.md')
    .sort()
  return names.flatMap((name) => filesBelow(join(path, name)))
}
