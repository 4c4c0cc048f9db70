import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { completeInstall } from './complete-install.mjs'
import { inRepository } from './paths.mjs'
import { announce, run } from './run.mjs'

const lockFile = inRepository('package-lock.json')
const stampFile = inRepository('node_modules/.atelier-install')
const hiddenLockFile = inRepository('node_modules/.package-lock.json')

/**
 * Installs the packages that package-lock.json names, unless they are there. Says something only
 * when it works.
 */
export async function ensureInstalled() {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    throw new Error(`Atelier needs Node.js 20 or newer to start; this is ${process.version}.`)
  }
  const stamp = `${process.platform}-${process.arch} ${hash(readFileSync(lockFile))}\n`
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return

  if (!isInstalled()) await announce('Installing packages. This takes a minute, once', install)
  await completeInstall()
  writeFileSync(stampFile, stamp)
}

/** Whether npm was run already: npm records its packages beside them. */
function isInstalled() {
  if (!existsSync(hiddenLockFile)) return false
  const wanted = JSON.parse(readFileSync(lockFile, 'utf8')).packages
  const present = JSON.parse(readFileSync(hiddenLockFile, 'utf8')).packages
  return Object.entries(wanted).every(([path, { version, optional, devOptional }]) => {
    if (path === '') return true
    return present[path] ? present[path].version === version : optional || devOptional
  })
}

async function install() {
  // Without --include a NODE_ENV=production would leave out what builds the web page.
  const options = [
    'ci',
    '--include=dev',
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
