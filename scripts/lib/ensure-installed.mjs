import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { completeInstall } from './complete-install.mjs'
import { missingPackages } from './missing-packages.mjs'
import { inRepository, pinnedNode } from './paths.mjs'
import { announce, run } from './run.mjs'

const lockFile = inRepository('package-lock.json')
const stampFile = inRepository('node_modules/.atelier-install')
const hiddenLockFile = inRepository('node_modules/.package-lock.json')
const developmentMark = 'with development packages'

/**
 * Installs the packages that package-lock.json names, unless they are there: those that the product
 * runs on and is built with or, for development, all of them. Says something only when it works.
 */
export async function ensureInstalled({ forDevelopment = false } = {}) {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    throw new Error(`Atelier needs Node.js 20 or newer to start; this is ${process.version}.`)
  }
  const base = `${process.platform}-${process.arch} ${hash(readFileSync(lockFile))}`
  const last = existsSync(stampFile) ? readFileSync(stampFile, 'utf8').trim() : ''
  // What a contributor installed once is kept when the lockfile changes.
  const all = forDevelopment || last.endsWith(developmentMark)
  const stamp = all ? `${base} ${developmentMark}` : base
  if (last === stamp) return

  const missing = missingPackages(readLock(lockFile), readLock(hiddenLockFile), all)
  if (missing.length > 0) {
    // `npm ci` begins by deleting everything, also below a server that runs from here.
    const command = last === base ? ['install', '--no-save'] : ['ci']
    await announce('Installing packages. This takes a minute, once', () => install(command, all))
  }
  await completeInstall()
  pinnedNode()
  writeFileSync(stampFile, `${stamp}\n`)
}

/** The packages of a lockfile; null where there is none. npm writes one beside what it installs. */
function readLock(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : null
}

async function install(command, all) {
  // The flags say it all: NODE_ENV and npm's own configuration would choose otherwise.
  const options = [
    ...command,
    all ? '--include=dev' : '--omit=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const { npm_execpath: npm = '', npm_node_execpath: node = process.execPath } = process.env
  const code = /npm-cli\.[cm]?js$/.test(npm)
    ? await run(node, [npm, ...options])
    : await run('npm', options, { shell: process.platform === 'win32' })
  if (code !== 0)
    throw new Error(
      `npm could not install the packages (exit code ${code}). What it says is above.`,
    )
}

function hash(content) {
  return createHash('sha256').update(content).digest('hex')
}
