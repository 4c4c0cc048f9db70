import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Connection } from '#platform/database/database.ts'
import { killTree } from '#testing/kill-tree.ts'
import { startChild } from './child.ts'

export type Postgres = {
  url: string
  connection: Connection
  location: string
  /** `kill -9` for a postmaster and all its children; done when it runs again. */
  kill(): Promise<void>
  stop(): Promise<void>
}

type Started = {
  kind: 'started'
  connection: { host: string; port: number; user: string; database: string }
  location: string
}

/** The run's own PostgreSQL, which a process beside ours starts again whenever it is killed. */
export async function startPostgres(dataDir: string, logFile: string): Promise<Postgres> {
  const script = path.join(import.meta.dirname, 'database-process.ts')
  const owner = startChild({ script, args: [dataDir], logFile })
  const { connection, location } = (await owner.started) as Started
  const { host, port, user, database } = connection
  const killOnce = async () => {
    const again = new Promise<void>((resolve) => owner.process.once('message', () => resolve()))
    const file = await readFile(path.join(location, 'cluster', 'postmaster.pid'), 'utf8')
    killTree(Number(file.split('\n')[0]))
    await again
  }
  let lastKill = Promise.resolve()
  return {
    url: `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    connection,
    location,
    kill: () => (lastKill = lastKill.then(killOnce)),
    stop: owner.stop,
  }
}
