import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import {
  type CitusNode,
  findCitusPrograms,
  startCitusCluster,
} from '#testing/database/citus-cluster.ts'
import { killTree } from '#testing/kill-tree.ts'
import type { Postgres } from './postgres.ts'

const attempts = 5
const name = 'studio'

/** A durable coordinator and two workers; each kill takes the next of them, the coordinator first. */
export async function startCitus(): Promise<Postgres> {
  const folder = findCitusPrograms()
  if (!folder) throw new Error('Citus is not installed')
  const { nodes, createDatabase, stop } = await startCitusCluster(folder, { isDurable: true })
  await createDatabase(name, ['citus.shard_count = 8'])
  const [coordinator] = nodes
  const { url } = coordinator.connection(name)
  let count = 0
  const killOnce = async () => {
    const node = nodes[count++ % nodes.length] ?? coordinator
    const file = path.join(node.directory, 'data', 'postmaster.pid')
    killTree(Number((await readFile(file, 'utf8')).split('\n')[0]))
    // Where nothing reaps it, the dead postmaster still has its number.
    const socket = path.join(node.directory, '.s.PGSQL.5432')
    for (const left of [file, socket, `${socket}.lock`]) await rm(left, { force: true })
    await startAgain(node)
  }
  let lastKill = Promise.resolve()
  return {
    url,
    connection: { url, isDistributed: true },
    location: path.dirname(coordinator.directory),
    kill: () => (lastKill = lastKill.then(killOnce)),
    stop,
  }
}

/** The kernel may still hold what the killed processes shared. */
async function startAgain(node: CitusNode): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await node.start()
    } catch (error) {
      if (attempt === attempts) throw error
    }
  }
}
