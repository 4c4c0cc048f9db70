import type { TestServer } from '../global-setup.ts'
import { findCitusPrograms, startCitusCluster } from './citus-cluster.ts'
import { execute } from './postgres.ts'

/**
 * A coordinator and two workers for a test run, with few shards, because each test file copies them
 * all.
 */
export async function startCitusServer(): Promise<TestServer> {
  const folder = findCitusPrograms()
  if (!folder) throw new Error('Citus is not installed')
  const cluster = await startCitusCluster(folder)
  const servers = cluster.nodes.map((node) => node.connection('postgres'))
  return {
    servers,
    createTemplate: (name) => cluster.createDatabase(name, ['citus.shard_count = 4']),
    quiet: async (name) => {
      const daemons = `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`
      await Promise.all(
        servers.map(async (server) => {
          await execute(server, `alter database ${name} with allow_connections false`)
          await execute(server, daemons)
        }),
      )
    },
    stop: () => cluster.stop(),
  }
}
