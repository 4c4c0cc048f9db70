import { startEmbeddedPostgres } from '#database/embedded/embedded-postgres.ts'

/** A PostgreSQL of the run's own. It is started again whenever it is killed, and ends with the run. */
const lines: string[] = []
const postgres = await startEmbeddedPostgres({
  dataDir: String(process.argv[2]),
  log: (line) => lines.push(line),
})

async function startAgain(): Promise<void> {
  for (let attempt = 1; !ending; attempt++) {
    try {
      await postgres.restart()
      process.send?.({ kind: 'restarted' })
      return
    } catch (error) {
      if (attempt === 5) throw error
    }
  }
}

let ending = false
postgres.onUnexpectedExit(() => void startAgain())
for (const event of ['SIGTERM', 'SIGINT', 'disconnect']) {
  process.once(event, () => {
    ending = true
    void postgres.stop().then(() => process.exit(0))
  })
}
process.send?.({ kind: 'started', connection: postgres.connection, location: postgres.location })
