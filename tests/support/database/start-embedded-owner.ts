import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Connection } from '#platform/database/embedded/endpoint.ts'

/** Another process that tried to start the database of a data directory, and what came of it. */
export type Owner = { process: ChildProcess } & (
  | { connection: Connection; location: string }
  | { error: string }
)

const fixture = join(import.meta.dirname, 'embedded-owner.ts')

/** Starts another process on the data directory and waits for its answer. */
export async function spawnOwner(dataDir: string, script = fixture): Promise<Owner> {
  const child = spawn(process.execPath, [script, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  return { process: child, ...JSON.parse(line) }
}

/** Kills the process as nothing else can, and waits until it is gone. */
export async function kill(child: ChildProcess) {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

/**
 * Kills the PostgreSQL of a home, leaving its backends to find out. After an earlier kill its
 * backends may have gone on serving, so it waits until PostgreSQL has been started again.
 */
export async function killPostmaster(location: string) {
  const file = join(location, 'cluster', 'postmaster.pid')
  for (;;) {
    const [pid] = (await readFile(file, 'utf8').catch(() => '')).split('\n')
    try {
      if (pid) return process.kill(Number(pid), 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
    await delay(20)
  }
}

/** Runs one statement on a connection of its own. */
export async function query(connection: Connection, text: string): Promise<unknown[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
