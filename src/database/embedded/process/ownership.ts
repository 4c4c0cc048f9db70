import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Thrown when another living Atelier already runs on this data directory. */
export class AlreadyRunning extends Error {
  override name = 'AlreadyRunning'

  constructor(dataDir: string) {
    super(
      `Another Atelier is already running on the data directory ${dataDir}. Stop it first, or set another DATA_DIR.`,
    )
  }
}

/** Kept reachable: a collected handle would give its lock away. */
const held = new Set<DatabaseSync>()

/** Milliseconds given to an Atelier that is just ending. */
const patience = 2000

/**
 * Claims a home for this process and returns the release. SQLite's exclusive lock is used as a file lock: Node offers
 * no other one that is taken atomically on every system and dies with the process, whatever kills it.
 * @throws AlreadyRunning when another process still holds it after two seconds.
 */
export function claim(home: string, dataDir: string): () => void {
  const lock = new DatabaseSync(join(home, 'lock'), { timeout: patience })
  try {
    lock.exec('PRAGMA journal_mode = MEMORY')
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    throw isBusy(error) ? new AlreadyRunning(dataDir) : error
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
