import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

/** A path inside the repository. */
export const inRepository = (...parts) => join(root, ...parts)

const pinned = inRepository(
  'node_modules/node/bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)

/**
 * The Node that the product runs on: the pinned one, or the running one where that is new enough.
 */
export function pinnedNode() {
  if (existsSync(pinned)) return pinned
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  throw new Error(
    `The pinned Node.js is missing (${pinned}). Delete node_modules and run the command again.`,
  )
}

/** The script behind a command of an installed package. */
export function toolPath(packageName, command = packageName) {
  const directory = inRepository('node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'))
  return join(directory, typeof bin === 'string' ? bin : bin[command])
}

/** The environment for child processes: `node` is the pinned one there, too. */
export function toolEnvironment(extra = {}) {
  const path = [
    inRepository('node_modules/node/bin'),
    inRepository('node_modules/.bin'),
    process.env.PATH,
  ]
  return { ...process.env, PATH: path.join(delimiter), ...extra }
}
