import { findCitusPrograms, startCitusCluster } from './citus-cluster.ts'

// Ends with 0 where a Citus is installed that PostgreSQL loads; says why not, elsewhere.
const folder = findCitusPrograms()
try {
  if (!folder) throw new Error('no PostgreSQL with Citus is installed')
  const cluster = await startCitusCluster(folder, { workers: 0 })
  await cluster.createDatabase('atelier').finally(() => cluster.stop())
} catch (error) {
  process.stderr.write(`Citus: ${(error as Error).message}\n`)
  process.exitCode = 1
}
