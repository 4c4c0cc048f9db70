import { randomUUID } from 'node:crypto'
import {
  chmod,
  chown,
  cp,
  link,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { canWrite, chooseUser, type SystemUser } from './system-user.ts'

/** The directory of a database: its cluster, its socket and the lock of its process. */
export type Home = { path: string; cluster: string; user: SystemUser }

/** Returns the home of a data directory, or null when there is none yet. */
export async function findHome(dataDir: string): Promise<Home | null> {
  const path = (await readLocation(dataDir)) ?? homeInside(dataDir)
  return (await exists(path)) ? open(path) : null
}

/**
 * Finds or creates the home of a data directory: `<dataDir>/postgres`, or, when the database's own
 * user cannot reach that, a directory elsewhere, recorded in `<dataDir>/postgres.location`. A new
 * data directory always gets a new home.
 * @throws Error when the recorded home is missing.
 */
export async function prepareHome(dataDir: string): Promise<Home> {
  await mkdir(dataDir, { recursive: true })
  const path =
    (await readLocation(dataDir)) ?? (await makeInside(dataDir)) ?? (await makeElsewhere(dataDir))
  if (!(await exists(path))) {
    const location = locationFile(dataDir)
    throw new Error(
      `The database of ${dataDir} should be in ${path} (see ${location}), but that directory is missing.`,
    )
  }
  const [us, owner] = [process.getuid?.(), (await stat(path)).uid]
  if (us !== undefined && us !== 0 && us !== owner) {
    throw new Error(
      `The database in ${path} belongs to another user. Start Atelier as that user or as root.`,
    )
  }
  return open(path)
}

async function open(location: string): Promise<Home> {
  // One canonical path, whichever link leads to it: a running postmaster is recognised by it.
  const path = await realpath(location)
  const cluster = join(path, 'cluster')
  return { path, cluster, user: await chooseUser(cluster) }
}

async function makeInside(dataDir: string): Promise<string | null> {
  const path = homeInside(dataDir)
  await mkdir(path, { recursive: true, mode: 0o700 })
  const cluster = join(path, 'cluster')
  if (await exists(cluster)) return path

  const user = await chooseUser(cluster)
  if (!user || (await canUseHome(path, user))) return path
  await rmdir(path).catch(() => {})
  return null
}

/**
 * Root owns the home itself, so that the database's user can change its own directories only.
 */
async function canUseHome(path: string, user: { uid: number; gid: number }): Promise<boolean> {
  const probe = join(path, `.probe-${randomUUID()}`)
  try {
    await chmod(path, 0o711)
    await mkdir(probe)
    await chown(probe, user.uid, user.gid)
    return canWrite(probe, user)
  } catch {
    return false
  } finally {
    await rm(probe, { recursive: true, force: true })
  }
}

async function makeElsewhere(dataDir: string): Promise<string> {
  const path = await makeSharedDirectory()
  await chmod(path, 0o711)
  const draft = join(dataDir, `.postgres.location-${randomUUID()}`)
  try {
    await writeFile(draft, `${path}\n`)
    await link(draft, locationFile(dataDir))
    return path
  } catch (error) {
    // Another start was faster: its home is used.
    const winner = await readLocation(dataDir)
    await rmdir(path)
    if (winner === null) throw error
    return winner
  } finally {
    await rm(draft, { force: true })
  }
}

const homeInside = (dataDir: string) => join(resolve(dataDir), 'postgres')
const locationFile = (dataDir: string) => join(resolve(dataDir), 'postgres.location')

async function readLocation(dataDir: string): Promise<string | null> {
  const text = await readFile(locationFile(dataDir), 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text.trim() || null
}

/** Whether anything is at the path. */
export async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null
}

/** Where root stores what the database's own user must reach. */
const sharedPlace = '/var/lib/atelier'

/** Creates a new, empty directory in the shared place and returns its path. */
async function makeSharedDirectory(): Promise<string> {
  await openSharedPlace()
  const directory = join(sharedPlace, randomUUID())
  await mkdir(directory)
  return directory
}

/**
 * Copies a directory into the shared place, once, readable by all, and returns the copy's path. The
 * copy appears atomically, so several processes may do this at once.
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
