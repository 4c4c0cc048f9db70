import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

/** A path inside the repository. */
export const inRepository = (...parts) => join(root, ...parts)

const isWindows = process.platform === 'win32'
const nodePackage = `node-${isWindows ? 'win' : process.platform}-${process.arch}`
const nodeDirectory = inRepository('node_modules', nodePackage, 'bin')
const pinned = join(nodeDirectory, isWindows ? 'node.exe' : 'node')

/**
 * Returns the Node that the product runs on: the pinned one or, where it is not installed, the
 * running one. Throws where that is too old.
 */
export function pinnedNode() {
  if (existsSync(pinned)) return pinned
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  throw new Error(
    `Node.js 24 is needed, and ${nodePackage} is not installed (this is ${process.version}). Delete node_modules and run the command again, or install Node.js 24.`,
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
  const path = [nodeDirectory, inRepository('node_modules/.bin'), process.env.PATH]
  return { ...process.env, PATH: path.join(delimiter), ...extra }
}
