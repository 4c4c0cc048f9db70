import { spawnSync } from 'node:child_process'
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { repository } from './product.ts'
import { createTemporaryDirectory } from './temporary-directory.ts'

const parts =
  /^(src|docs|packages|scripts|tests|index\.html|.*config.*\.(ts|json)|package\.json|biome\.jsonc|\.env\.example)$/

/**
 * A copy of this repository to change and to build; removed when this process exits, at the latest.
 * Nothing of it is installed anew.
 */
export async function copyRepository(): Promise<string> {
  const root = await createTemporaryDirectory('repository')
  for (const part of await readdir(repository))
    if (parts.test(part))
      await cp(path.join(repository, part), path.join(root, part), { recursive: true })
  await linkPackages(root)
  // Else the compiler would name the types of packages by where they are, outside the copy.
  await replaceInCopy(root, 'tsconfig.base.json', [
    '"skipLibCheck"',
    '"preserveSymlinks": true, "skipLibCheck"',
  ])
  return root
}

/** Links the copy's own packages, and this repository's installed ones for everything else. */
export async function linkPackages(root: string): Promise<void> {
  const modules = path.join(repository, 'node_modules')
  const own = path.join(root, 'node_modules')
  await mkdir(path.join(own, '@atelier'), { recursive: true })
  for (const name of await readdir(modules))
    if (name !== '@atelier') await symlink(path.join(modules, name), path.join(own, name))
  for (const name of await readdir(path.join(root, 'packages')))
    await symlink(path.join(root, 'packages', name), path.join(own, '@atelier', name))
}

/** Replaces a text in a file of the copy; throws where it is not. */
export async function replaceInCopy(
  root: string,
  file: string,
  [before, after]: readonly [string, string],
): Promise<void> {
  const text = await readFile(path.join(root, file), 'utf8')
  if (!text.includes(before)) throw new Error(`${file} has no ${before}`)
  await writeFile(
    path.join(root, file),
    text.replace(before, () => after),
  )
}

/** Runs a script of the copy's own with Node; throws with all it said unless it ends well. */
export function runInCopy(root: string, script: string, ...args: string[]): void {
  const command = [path.join(root, script), ...args]
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${script} ended with ${status}\n${stdout}${stderr}`)
}

/** Builds the pages of the copy. */
export function buildCopy(root: string): void {
  runInCopy(root, 'node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn')
}

/** The files of the copy that this repository has not, or has otherwise, sorted. */
export async function changedInCopy(root: string): Promise<string[]> {
  const names = (
    await Promise.all(
      ['src', 'packages', 'scripts', 'tests'].map(async (part) => {
        const found = await readdir(path.join(root, part), { recursive: true, withFileTypes: true })
        return found
          .filter((entry) => entry.isFile())
          .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
      }),
    )
  ).flat()
  const changed = await Promise.all(
    names.map(async (name) => {
      const [ours, theirs] = await Promise.all(
        [repository, root].map((place) => readFile(path.join(place, name)).catch(() => null)),
      )
      return ours && theirs?.equals(ours) ? [] : [name]
    }),
  )
  return changed
    .flat()
    .filter((name) => !name.includes('/compiled/'))
    .sort()
}
