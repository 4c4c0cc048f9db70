import { execFile } from 'node:child_process'
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { repository } from './product.ts'
import { createTemporaryDirectory, removeTemporaryDirectory } from './temporary-directory.ts'

const run = promisify(execFile)

/** What packing needs, beside what is installed. */
const parts = [
  ...['packages/client', 'scripts', 'package.json', 'LICENSE'],
  ...['tsconfig.base.json', 'tsconfig.packages.json'],
]

/**
 * Packs `packages/client` as it is published and installs it in a new project, without a network.
 * `files`: what is in the package. `copy` must be removed by the caller, with `project` in it.
 */
export async function installPackedClient() {
  // A copy: packing changes the package's directory, which other tests read.
  const copy = await createTemporaryDirectory('packed-client')
  for (const part of parts)
    await cp(path.join(repository, part), path.join(copy, part), { recursive: true })
  await symlink(path.join(repository, 'node_modules'), path.join(copy, 'node_modules'))
  const project = path.join(copy, 'project')
  await mkdir(project)
  await writeFile(path.join(project, 'package.json'), '{"name":"project","type":"module"}')
  // Its scripts run under this Node, whichever one npm itself runs under. npm looks for its shell on
  // the PATH, which may have little else than node.
  const env = {
    ...process.env,
    PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`,
    npm_config_script_shell: '/bin/sh',
  }
  const packing = await run('npm', ['pack', '--json', '--pack-destination', project], {
    cwd: path.join(copy, 'packages/client'),
    env,
  })
  const [packed] = JSON.parse(packing.stdout.slice(packing.stdout.indexOf('[\n'))) as {
    filename: string
    files: { path: string }[]
  }[]
  if (!packed) throw new Error(`npm packed nothing: ${packing.stdout}`)
  const install = ['install', `./${packed.filename}`, '--offline', '--no-audit', '--no-fund']
  await run('npm', install, { cwd: project, env })
  return {
    project,
    installed: path.join(project, 'node_modules/@atelier/client'),
    files: packed.files.map((file) => file.path).toSorted(),
    remove: () => removeTemporaryDirectory(copy),
  }
}
