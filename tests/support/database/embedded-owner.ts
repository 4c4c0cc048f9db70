import { startEmbeddedPostgres } from '#platform/database/embedded/embedded-postgres.ts'

// A process that holds the data directory given to it, until it is killed or stopped.
const lines: string[] = []
try {
  const postgres = await startEmbeddedPostgres({
    dataDir: String(process.argv[2]),
    log: (line) => lines.push(line),
  })
  process.once('SIGTERM', () => void postgres.stop())
  process.stdout.write(
    `${JSON.stringify({ connection: postgres.connection, location: postgres.location })}\n`,
  )
} catch (error) {
  process.stdout.write(`${JSON.stringify({ error: String(error) })}\n`)
}
