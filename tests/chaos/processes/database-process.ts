import { startEmbeddedPostgres } from '#platform/database/embedded/embedded-postgres.ts'

/**
 * A PostgreSQL of the run's own. It is started again whenever it is killed, and ends with the run.
 */
const postgres = await startEmbeddedPostgres({
  dataDir: String(process.argv[2]),
  log: (line) => console.log(line),
})
const attempts = 5
let ending = false

async function startAgain(): Promise<void> {
  for (let attempt = 1; !ending; attempt++) {
    try {
      await postgres.restart()
      process.send?.({ kind: 'restarted' })
      return
    } catch (error) {
      if (attempt === attempts) throw error
    }
  }
}

function end(): void {
  ending = true
  void postgres.stop().then(() => process.exit(0))
}

postgres.onUnexpectedExit(() => void startAgain())
for (const event of ['SIGTERM', 'disconnect']) process.once(event, end)
if (process.connected)
  process.send?.({ kind: 'started', connection: postgres.connection, location: postgres.location })
else end()
