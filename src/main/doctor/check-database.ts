import { sql } from 'kysely'
import { loadModels, readStoredModels } from '#core/models/load-models.ts'
import { readRevision } from '#core/models/queries.ts'
import { builtInModels } from '#core/models/rules/catalogue.ts'
import type { Model } from '#core/models/rules/model.ts'
import { listChangedSchemas } from '#core/models/schema-check-queries.ts'
import { fixedSettings } from '#core/settings/studio-settings.ts'
import { contributions, schema } from '#features/contributions.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { pendingMigrations } from '#platform/database/migrate.ts'
import type { Config } from '../config.ts'
import { findUnknownModelNames } from '../model-names.ts'
import { configuredProviders, reach } from '../with-database.ts'
import { doubtful, type Finding, right, wordsOf, wrong } from './finding.ts'

type Named = Finding & { name: string }

/** The supported versions of PostgreSQL. */
const versions = { from: 15, to: 18 }

/** Beyond this difference signatures and sign-ins fail, in seconds. */
export const clockTolerance = 30

/**
 * Checks that PostgreSQL answers, its version, schema and clock.
 */
export async function* checkDatabase(config: Config): AsyncGenerator<Named> {
  const url = config.DATABASE_DIRECT_URL ?? config.DATABASE_URL
  const place = url ? new URL(url).host : 'the built-in one'
  const reached = await reach(config).catch((error: unknown) => wordsOf(error))
  if (typeof reached === 'string') {
    yield { name: 'database', ...wrong(`${place}: ${reached}.`, 'Is PostgreSQL running?') }
    return
  }
  const database = openDatabase(reached.connection, () => undefined, 1)
  try {
    yield { name: 'database', ...(await checkVersion(database, place)) }
    yield { name: 'migrations', ...(await checkMigrations(database)) }
    yield { name: 'models', ...(await checkModels(database, config)) }
    yield { name: 'clock', ...(await checkClock(database)) }
    if (config.DATABASE_DIRECT_URL && config.DATABASE_URL)
      yield { name: 'pooler', ...(await checkPooler(config.DATABASE_URL)) }
  } catch (error) {
    const remedy =
      'Is it running, and does DATABASE_URL name user, password and database as they are?'
    yield { name: 'database', ...wrong(`${place}: ${wordsOf(error)}.`, remedy) }
  } finally {
    await database.destroy()
    await reached.stop()
  }
}

async function checkVersion(database: Database, place: string): Promise<Finding> {
  const { rows } = await sql<{ version: number; writes: boolean }>`
    select current_setting('server_version_num')::int / 10000 as version,
      not pg_is_in_recovery() as writes`.execute(database)
  const { version = 0, writes = false } = rows[0] ?? {}
  if (!writes)
    return wrong(`${place} only reads.`, 'Let DATABASE_URL name the primary, not a replica.')
  if (version < versions.from)
    return wrong(`PostgreSQL ${version} is too old.`, `Use ${versions.from} to ${versions.to}.`)
  if (version > versions.to)
    return doubtful(
      `PostgreSQL ${version} at ${place}; tried are ${versions.from} to ${versions.to}.`,
    )
  return right(`PostgreSQL ${version}, ${place}`)
}

async function checkMigrations(database: Database): Promise<Finding> {
  const pending = await pendingMigrations(database, schema)
  if (pending.length === 0) return right('the schema is up to date')
  return doubtful(`${pending.join(', ')} will be applied when the studio starts`)
}

/** Checks that configured prices and addresses name models, and the models' definitions. */
async function checkModels(database: Database, config: Config): Promise<Finding> {
  const isStarted = (await pendingMigrations(database, schema)).length === 0
  const failures: object[] = []
  const log = { ...silentLog, error: (fields: object) => void failures.push(fields) }
  const providers = configuredProviders(config)
  const isLoaded = isStarted && (await readRevision(database)) > 0
  if (isLoaded)
    await loadModels({ database, log, providers, settings: fixedSettings(contributions.settings) })
  const unknown = findUnknownModelNames(config)
  if (unknown.length > 0) return wrong(`${unknown.join('; ')}.`, 'The studio does not start so.')
  if (failures.length > 0)
    return doubtful(`definitions cannot be used: ${JSON.stringify(failures)}`)
  const changed = isStarted ? await listChangedSchemas(database) : []
  if (changed.length > 0) {
    const names = changed.map(({ model }) => model).join(', ')
    return doubtful(`${names}: changed at the provider; see \`model diff\``)
  }
  return countModels(isLoaded ? await enabledModels(database) : builtInModels, providers)
}

/** Those that could be started with their provider. */
async function enabledModels(database: Database): Promise<Model[]> {
  const log = { ...silentLog, error: () => undefined }
  const { stored } = await readStoredModels({ database, log })
  return stored.flatMap(({ row, version, model }) =>
    row.is_enabled && version && model ? [model] : [],
  )
}

/** How many models can be started, and which providers the others need. */
function countModels(enabled: readonly Model[], providers: ReadonlySet<string>): Finding {
  const [offered = [], others = []] = [true, false].map((isConfigured) =>
    enabled.filter(({ provider }) => providers.has(provider) === isConfigured),
  )
  const text = `${offered.length} can be started`
  if (others.length === 0) return right(text)
  const missing = [...new Set(others.map(({ provider }) => provider))].join(', ')
  const reason = `${others.length} are not offered, because their provider is not configured: ${missing}`
  return (offered.length > 0 ? right : doubtful)(`${text}; ${reason}`)
}

const silentLog = { info: () => undefined, warn: () => undefined }

/** Checks that the pooler answers, and that it limits statements: our own sessions are not ours. */
async function checkPooler(url: string): Promise<Finding> {
  const database = openDatabase({ url }, () => undefined, 1)
  try {
    const { rows } = await sql<{ limit: string }>`
      select current_setting('statement_timeout') as limit`.execute(database)
    if (rows[0]?.limit !== '0') return right(`transactions are pooled at ${new URL(url).host}`)
    return doubtful('the pooler does not limit statements: set connect_query (docs/operate.md)')
  } catch (error) {
    return wrong(
      `${new URL(url).host}: ${wordsOf(error)}.`,
      'Does DATABASE_URL name the connection pooler, and does it run?',
    )
  } finally {
    await database.destroy()
  }
}

async function checkClock(database: Database): Promise<Finding> {
  const before = Date.now()
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(database)
  const middle = (before + Date.now()) / 2
  const seconds = Math.abs((rows[0]?.now.getTime() ?? 0) - middle) / 1000
  if (seconds < clockTolerance)
    return right(`the database’s clock agrees within ${Math.ceil(seconds * 10) / 10} s`)
  return wrong(
    `The database’s clock is ${Math.round(seconds)} s off ours.`,
    'Run NTP on both machines.',
  )
}
