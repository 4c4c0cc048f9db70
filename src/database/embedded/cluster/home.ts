import { randomUUID } from 'node:crypto'
import {
  chmod,
  chown,
  link,
  mkdir,
  readFile,
  realpath,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { makeSharedDirectory } from './shared-place.ts'
import { canWrite, chooseUser, type SystemUser } from './system-user.ts'

/** The directory that holds a database: its cluster, its socket and the lock of whoever runs it. */
export type Home = { path: string; cluster: string; user: SystemUser }

/** Finds the home that belongs to a data directory, or null when there is none yet. */
export async function findHome(dataDir: string): Promise<Home | null> {
  const path = (await readLocation(dataDir)) ?? homeInside(dataDir)
  return (await exists(path)) ? open(path) : null
}

/**
 * Finds or makes the home of a data directory: `<dataDir>/postgres`, or, when the database's own
 * user cannot reach that, a directory elsewhere, remembered in `<dataDir>/postgres.location`. A new
 * data directory always means a new home.
 * @throws Error when the remembered home is gone.
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
  // One name for one place, whichever way leads to it: a running postmaster is recognised by it.
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
  if (!user || (await canHold(path, user))) return path
  await rmdir(path).catch(() => {})
  return null
}

/**
 * Root owns the home itself, so that the database's user can only change what lies in its own
 * directories.
 */
async function canHold(path: string, user: { uid: number; gid: number }): Promise<boolean> {
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
    // Another start was quicker: its home is the home.
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
