import {
  cpSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { inRepository, pinnedNode, root } from './paths.mjs'
import { capture } from './run.mjs'

/** The Unix user `nobody`, by number: its name differs between systems. */
const nobody = 65_534

/**
 * Prepares to run tests with nothing of this machine but node, npm and git: no other program, no
 * variable, another time zone, a Turkish locale and, where this is root, another user, for whom the
 * repository is copied. Returns the options for `run`, a directory for what it writes, and what
 * removes it all.
 */
export async function openBareEnvironment() {
  const directory = mkdtempSync(join(tmpdir(), 'atelier-bare-'))
  const programs = join(directory, 'bin')
  mkdirSync(programs)
  const found = { node: pinnedNode(), npm: findOnPath('npm'), git: findOnPath('git') }
  for (const [name, file] of Object.entries(found))
    if (file) symlinkSync(file, join(programs, name))
  const env = {
    PATH: programs,
    HOME: directory,
    TZ: 'Pacific/Chatham',
    LANG: 'tr_TR.UTF-8',
    LC_ALL: 'tr_TR.UTF-8',
  }
  const options = (await canServeNobody())
    ? { cwd: copyRepository(directory), uid: nobody, gid: nobody }
    : { cwd: root }
  if (options.uid) giveTo(directory, nobody)
  const remove = () => rmSync(directory, { recursive: true, force: true })
  return { options: { env, ...options }, directory, remove }
}

function findOnPath(name) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, name)).find((file) => isFile(file))
}

function isFile(file) {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true
}

/** Whether this is root, and another user may read what is installed here. */
async function canServeNobody() {
  if (process.getuid?.() !== 0) return false
  const read = `require('node:fs').readFileSync(${JSON.stringify(inRepository('node_modules/vitest/package.json'))})`
  const { code } = await capture(pinnedNode(), ['-e', read], { cwd: '/', uid: nobody, gid: nobody })
  return code === 0
}

/** A copy of the repository, with links to what is installed. */
function copyRepository(directory) {
  const copy = join(directory, 'atelier')
  mkdirSync(copy)
  for (const name of readdirSync(root))
    if (name !== 'node_modules') cpSync(join(root, name), join(copy, name), { recursive: true })
  const modules = inRepository('node_modules')
  mkdirSync(join(copy, 'node_modules/@atelier'), { recursive: true })
  for (const name of readdirSync(modules))
    if (name !== '@atelier' && !/^\.vite/.test(name))
      symlinkSync(join(modules, name), join(copy, 'node_modules', name))
  for (const name of readdirSync(join(root, 'packages')))
    symlinkSync(join(copy, 'packages', name), join(copy, 'node_modules/@atelier', name))
  return copy
}

function giveTo(place, user) {
  lchownSync(place, user, user)
  for (const name of readdirSync(place, { recursive: true }))
    lchownSync(join(place, name), user, user)
}
