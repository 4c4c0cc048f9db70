import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { buildOnce } from './build-once.mjs'
import { inRepository, pinnedNode, root, toolEnvironment, toolPath } from './paths.mjs'
import { announce, run, say } from './run.mjs'

/** What of the core pages may import. */
const shared = /^(contract|definitions|import|messages|ready|rules)$|(contract|rules)\.ts$/

const sources = [
  ...['src/web', 'src/features', 'src/platform/languages'],
  ...readdirSync(inRepository('src/core'), { recursive: true })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.split('/').length === 2 && shared.test(basename(name)))
    .map((name) => `src/core/${name}`)
    .toSorted(),
  ...['index.html', 'vite.config.ts', 'package-lock.json'],
  ...['scripts/lib/compress-files.ts', 'docs/webhooks.md'],
]
const generated = inRepository('src/web/messages/compiled')

/**
 * Builds the web page, which dist/web then shows, unless it was built from exactly these sources.
 */
export async function ensureBuilt() {
  await buildOnce({
    dist: inRepository('dist'),
    stamp: hashOf(sources),
    build: (directory) => announce('Building the web page', () => build(directory)),
    onWait: () => say('Another process builds the web page; waiting for it …'),
  })
}

/**
 * Whether a process of this configuration serves pages: a worker alone does not. The environment
 * wins over the file.
 */
export function servesPages(environment, directory) {
  return (
    (environment.ATELIER_ROLE ?? roleInFile(resolve(directory, environment.ENV_FILE ?? '.env'))) !==
    'worker'
  )
}

function roleInFile(file) {
  if (!existsSync(file) || !statSync(file).isFile()) return undefined
  const lines = readFileSync(file, 'utf8').matchAll(
    /^\s*(?:export\s+)?ATELIER_ROLE\s*=\s*["']?(\w*)/gm,
  )
  return [...lines].at(-1)?.[1]
}

async function build(directory) {
  // 1: the messages' compiler says only what is wrong.
  const env = toolEnvironment({ ATELIER_BUILD_DIRECTORY: directory, CONSOLA_LEVEL: '1' })
  const code = await run(pinnedNode(), [toolPath('vite'), 'build', '--logLevel', 'warn'], { env })
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
