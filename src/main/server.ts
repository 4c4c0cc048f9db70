import { once } from 'node:events'
import { AlreadyRunning } from '#platform/database/embedded/embedded-postgres.ts'
import { type Config, ConfigError, loadEnvironment, readConfig } from './config.ts'
import { demoAccounts } from './demo/demo-world.ts'
import { CannotStart } from './listen.ts'
import { createLogger } from './logger.ts'
import { type RunningServer, startServer } from './start-server.ts'

/** Returns a message for errors that the operator can fix; otherwise the stack. */
function explain(error: unknown): string {
  const isPlain =
    error instanceof ConfigError || error instanceof CannotStart || error instanceof AlreadyRunning
  return isPlain ? (error as Error).message : String((error as Error)?.stack ?? error)
}

/** Resolves on a termination signal, or when the parent process has ended. */
function askedToEnd(): Promise<unknown> {
  return Promise.race(['SIGINT', 'SIGTERM', 'disconnect'].map((event) => once(process, event)))
}

async function serve(): Promise<void> {
  const config = readConfig(loadEnvironment())
  const logger = createLogger(config)
  const { log, place } = logger
  const ending = askedToEnd()
  const studio = await startServer(config, logger, (reason) => {
    log.fatal({ reason }, 'embedded database exited')
    console.error(`The embedded database ended unexpectedly: ${reason}`)
    process.exit(1)
  })
  announce(config, studio, place)
  await ending
  await studio.stop()
  process.exit(0)
}

function announce(config: Config, studio: RunningServer, logPlace: string): void {
  const isDemo = config.ATELIER_MODE === 'demo'
  const lines = [
    `Atelier        ${studio.url}`,
    `Mode           ${config.ATELIER_MODE}${config.usesEmulator ? ' (sample results, no provider account needed)' : ''}`,
    `Data           ${config.dataDir}`,
    `Database       ${studio.databasePlace}`,
    `Log            ${logPlace}`,
    ...(isDemo
      ? [`Demo account   ${demoAccounts[0]?.email}, 10,000 credits, runs the studio at /admin`]
      : []),
  ]
  console.log(`\n${lines.map((line) => `  ${line}`).join('\n')}\n`)
}

serve().catch((error: unknown) => {
  console.error(explain(error))
  process.exit(1)
})
