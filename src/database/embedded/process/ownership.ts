import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Milliseconds given to an owner that is just ending. */
const patience = 2000

/** Kept reachable: a collected handle would give its lock away. */
const held = new Set<DatabaseSync>()

/**
 * Claims a home for this process and returns the release, or null while another process holds it.
 * SQLite's exclusive lock is used as a file lock: Node offers no other one that is taken atomically
 * on every system and dies with the process, whatever kills it.
 */
export function claim(home: string): (() => void) | null {
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
