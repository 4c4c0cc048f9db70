import { execFileSync } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { linkPackages } from '#testing/repository-copy.ts'

const root = path.join(import.meta.dirname, '../../..')

/**
 * The repository as it is now, in a place of its own where bugs may be planted, also in its
 * packages; what is installed is shared.
 */
export async function copyRepository(): Promise<{ directory: string; remove(): Promise<void> }> {
  const directory = await mkdtemp(path.join(tmpdir(), 'atelier-mutant-'))
  const listed = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '-z'],
    { cwd: root },
  )
  for (const name of listed.toString().split('\0').filter(Boolean)) {
    await mkdir(path.dirname(path.join(directory, name)), { recursive: true })
    await cp(path.join(root, name), path.join(directory, name)).catch(
      (error: NodeJS.ErrnoException) => {
        // Listed, but deleted in the working tree.
        if (error.code !== 'ENOENT') throw error
      },
    )
  }
  // PostgreSQL's own user must get through to it, and what a run leaves behind goes with the copy.
  await chmod(directory, 0o755)
  await mkdir(path.join(directory, 'tmp'), { mode: 0o755 })
  await linkPackages(directory)
  // Not in the repository: the compiled texts of the pages.
  const texts = 'src/web/messages/compiled'
  await cp(path.join(root, texts), path.join(directory, texts), { recursive: true })
  // A production server does not start without its pages.
  await mkdir(path.join(directory, 'dist'))
  await symlink(await realpath(path.join(root, 'dist/web')), path.join(directory, 'dist/web'))
  return { directory, remove: () => rm(directory, { recursive: true, force: true }) }
}
