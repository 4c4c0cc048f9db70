import { randomUUID } from 'node:crypto'
import { chmod, cp, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Where root keeps what the database's own user must reach. */
const sharedPlace = '/var/lib/atelier'

/** Makes a new, empty directory in the shared place and returns its path. */
export async function makeSharedDirectory(): Promise<string> {
  await openSharedPlace()
  const directory = join(sharedPlace, randomUUID())
  await mkdir(directory)
  return directory
}

/**
 * Copies a directory into the shared place, once, readable by everybody, and returns the copy's
 * path. It appears whole or not at all, so several processes may do this at the same moment.
 */
export async function keepSharedCopy(source: string, name: string): Promise<string> {
  const copy = join(sharedPlace, name)
  if (await stat(copy).catch(() => null)) return copy

  await openSharedPlace()
  const unfinished = join(sharedPlace, `.${name}-${randomUUID()}`)
  try {
    await cp(source, unfinished, { recursive: true, verbatimSymlinks: true })
    await openToAll(unfinished)
    await rename(unfinished, copy).catch(async (error) => {
      if (!(await stat(copy).catch(() => null))) throw error
    })
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
  return copy
}

async function openSharedPlace() {
  await mkdir(sharedPlace, { recursive: true })
  await chmod(sharedPlace, 0o755)
}

/** The umask at installation may have closed the files to others. */
async function openToAll(directory: string) {
  await chmod(directory, 0o755)
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) await openToAll(path)
    else if (entry.isFile()) await chmod(path, (await stat(path)).mode & 0o100 ? 0o755 : 0o644)
  }
}
