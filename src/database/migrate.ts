import { Migrator } from 'kysely/migration'
import type { Database } from './database.ts'
import * as foundation from './migrations/0001-foundation.ts'
import * as life from './migrations/0002-life.ts'
import * as retention from './migrations/0003-retention.ts'
import * as inputs from './migrations/0004-inputs.ts'
import * as uploads from './migrations/0005-uploads.ts'
import * as history from './migrations/0006-history.ts'
import * as accounts from './migrations/0007-accounts.ts'
import * as historyParts from './migrations/0008-history-parts.ts'
import * as runTime from './migrations/0009-run-time.ts'
import * as leaving from './migrations/0010-leaving.ts'
import * as operatorSearch from './migrations/0011-operator-search.ts'
import * as historyTexts from './migrations/0012-history-texts.ts'
import * as waitingResults from './migrations/0013-waiting-results.ts'
import * as repeats from './migrations/0014-repeats.ts'
import * as historyResultSizes from './migrations/0019-history-result-sizes.ts'
import * as languages from './migrations/0020-languages.ts'
import * as traceIds from './migrations/0021-trace-ids.ts'

/** In order, forward only; a released name never changes. */
const migrations = {
  '0001-foundation': foundation,
  '0002-life': life,
  '0003-retention': retention,
  '0004-inputs': inputs,
  '0005-uploads': uploads,
  '0006-history': history,
  '0007-accounts': accounts,
  '0008-history-parts': historyParts,
  '0009-run-time': runTime,
  '0010-leaving': leaving,
  '0011-operator-search': operatorSearch,
  '0012-history-texts': historyTexts,
  '0013-waiting-results': waitingResults,
  '0014-repeats': repeats,
  '0019-history-result-sizes': historyResultSizes,
  '0020-languages': languages,
  '0021-trace-ids': traceIds,
}

/**
 * Updates the schema. Several processes may start at once: an advisory lock lets one of them do it.
 */
export async function migrate(database: Database): Promise<void> {
  const { error } = await migratorOf(database).migrateToLatest()
  if (error) throw error
}

/** Returns the names of the migrations not applied yet, in order; changes nothing. */
export async function pendingMigrations(database: Database): Promise<string[]> {
  const all = await migratorOf(database).getMigrations()
  return all.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name)
}

function migratorOf(database: Database): Migrator {
  return new Migrator({ db: database, provider: { getMigrations: async () => migrations } })
}
