import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { findBinaries } from './binaries.ts'
import { type Connection, prepareEndpoint, readEndpoint } from './endpoint.ts'
import { findHome, type Home, prepareHome } from './home.ts'
import { initialiseCluster } from './initialise-cluster.ts'
import { endLeftover } from './leftover.ts'
import { canConnect, type Launch, type Postmaster, startPostmaster } from './postmaster.ts'

/** A PostgreSQL of our own, running as a child process. */
export type EmbeddedPostgres = {
  connection: Connection
  /** The directory that holds the database. */
  location: string
  /**
   * Shuts PostgreSQL down in order, ending its connections, and gives the data directory free. May
   * be called twice.
   */
  stop(): Promise<void>
  /** Hears why PostgreSQL ended when nobody asked it to. It stays down until `restart`. */
  onUnexpectedExit(listener: (reason: string) => void): void
  /** Starts PostgreSQL again after an unexpected exit, with the same connection. */
  restart(): Promise<void>
}

/** Thrown when another living Atelier already runs on this data directory. */
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
 * Starts the database that belongs to a data directory, making it first when there is none.
 * @throws AlreadyRunning when another living Atelier uses the data directory; Error when PostgreSQL
 * does not start.
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
 * How to reach the database that a running Atelier holds for this data directory; null when none is
 * running.
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
    // One that is just starting is stopped too: nobody else would.
    stop: () => {
      stopping ??= current
        .then((postmaster) => postmaster.stop())
        .catch(() => undefined)
        .finally(release)
      return stopping
    },
  }
}

/** Milliseconds given to an owner that is just ending. */
const patience = 2000

/** Kept reachable: a collected handle would give its lock away. */
const held = new Set<DatabaseSync>()

/**
 * Claims a home for this process and returns the release, or null while another process holds it.
 * SQLite's exclusive lock is used as a file lock: Node offers no other one that is taken atomically
 * on every system and dies with the process, whatever kills it.
 */
function claim(home: string): (() => void) | null {
  const lock = new DatabaseSync(join(home, 'lock'), { timeout: patience })
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
