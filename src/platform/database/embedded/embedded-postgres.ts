import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { findBinaries } from './binaries.ts'
import { type Connection, prepareEndpoint, readEndpoint } from './endpoint.ts'
import { findHome, type Home, prepareHome } from './home.ts'
import { initialiseCluster } from './initialise-cluster.ts'
import { endLeftover } from './leftover.ts'
import { canConnect, type Launch, type Postmaster, startPostmaster } from './postmaster.ts'

/** An embedded PostgreSQL, running as a child process. */
export type EmbeddedPostgres = {
  connection: Connection
  /** The directory that holds the database. */
  location: string
  /**
   * Shuts PostgreSQL down in order, ending its connections, and releases the data directory. May be
   * called twice.
   */
  stop(): Promise<void>
  /** Calls back with the reason of an unexpected exit. PostgreSQL stays down until `restart`. */
  onUnexpectedExit(listener: (reason: string) => void): void
  /** Starts PostgreSQL again after an unexpected exit, with the same connection. */
  restart(): Promise<void>
}

/** Thrown when another running Atelier uses this data directory. */
export class AlreadyRunning extends Error {
  override name = 'AlreadyRunning'

  constructor(dataDir: string) {
    super(
      `Another Atelier is already running on the data directory ${dataDir}. Stop it first, or set another DATA_DIR.`,
    )
  }
}

type Options = { dataDir: string; log(line: string): void }

/**
 * Starts the database that belongs to a data directory, creating it where it is missing.
 * @throws AlreadyRunning when another running Atelier uses the data directory; Error when
 * PostgreSQL does not start.
 */
export async function startEmbeddedPostgres({ dataDir, log }: Options): Promise<EmbeddedPostgres> {
  const home = await prepareHome(dataDir)
  const release = claim(home.path)
  if (!release) throw new AlreadyRunning(dataDir)
  try {
    const launch = await prepareLaunch(home, log)
    return supervise(launch, await startPostmaster(launch), release)
  } catch (error) {
    release()
    throw error
  }
}

/**
 * Returns how to reach the database that a running Atelier has for this data directory; null when
 * none is running.
 */
export async function findRunningPostgres(
  dataDir: string,
): Promise<{ connection: Connection } | null> {
  const home = await findHome(dataDir)
  const connection = home && (await readEndpoint(home))
  return connection && (await canConnect(connection)) ? { connection } : null
}

async function prepareLaunch(home: Home, log: Options['log']): Promise<Launch> {
  const binaries = await findBinaries(home.user)
  await initialiseCluster(home, binaries)
  await endLeftover(home, binaries, log)
  return { home, binaries, connection: await prepareEndpoint(home), log }
}

function supervise(launch: Launch, first: Postmaster, release: () => void): EmbeddedPostgres {
  const listeners: ((reason: string) => void)[] = []
  let current = Promise.resolve(first)
  let stopping: Promise<void> | null = null

  function watch(postmaster: Postmaster) {
    void postmaster.ended.then((reason) => {
      if (!stopping) for (const listener of listeners) listener(reason)
    })
    return postmaster
  }

  async function startAgain(): Promise<Postmaster> {
    await endLeftover(launch.home, launch.binaries, launch.log)
    return watch(await startPostmaster(launch))
  }

  watch(first)
  return {
    connection: launch.connection,
    location: launch.home.path,
    onUnexpectedExit: (listener) => void listeners.push(listener),
    restart: async () => {
      if (stopping) throw new Error('PostgreSQL was asked to stop')
      current = startAgain()
      await current
    },
    // One that is just starting is stopped too: no other code would.
    stop: () => {
      stopping ??= current
        .then((postmaster) => postmaster.stop())
        .catch(() => undefined)
        .finally(release)
      return stopping
    },
  }
}

/** How long to wait for an owner that is just ending, in ms. */
const ownerTimeoutMs = 2000

/** Prevents garbage collection: a collected handle would release its lock. */
const held = new Set<DatabaseSync>()

/**
 * Locks a home for this process and returns the release, or null while another process has it.
 * SQLite's exclusive lock is used as a file lock: Node offers no other one that is acquired
 * atomically on every system and released with the process, however it ends.
 */
function claim(home: string): (() => void) | null {
  const lock = new DatabaseSync(join(home, 'lock'), { timeout: ownerTimeoutMs })
  try {
    lock.exec('PRAGMA journal_mode = MEMORY')
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (isBusy(error)) return null
    throw error
  }
  held.add(lock)
  return () => {
    if (held.delete(lock)) lock.close()
  }
}

const sqliteBusy = 5

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy
}
