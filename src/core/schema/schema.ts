import { sql } from 'kysely'
import type { Schema } from '#platform/database/migrate.ts'
import * as initial from './migrations/0001-initial.ts'
import * as terms from './migrations/0004-terms.ts'
import * as applications from './migrations/0006-applications.ts'
import * as roleSource from './migrations/0010-role-source.ts'
import * as mixes from './migrations/0014-mixes.ts'
import * as setAside from './migrations/0018-set-aside.ts'
import * as provenance from './migrations/0019-provenance.ts'
import * as imageSearch from './migrations/0020-image-search.ts'
import * as providerRuns from './migrations/0021-provider-runs.ts'
import * as transcript from './migrations/0022-transcript.ts'
import * as used from './migrations/0023-used.ts'

/**
 * In order, forward only; a released name never changes. After the first they are short: what takes
 * longer is an online migration (online-migrations.ts).
 */
const migrations: Schema['migrations'] = {
  '0001-initial': initial,
  '0004-terms': terms,
  '0006-applications': applications,
  '0010-role-source': roleSource,
  '0014-mixes': mixes,
  '0018-set-aside': setAside,
  '0019-provenance': provenance,
  '0020-image-search': imageSearch,
  '0021-provider-runs': providerRuns,
  '0022-transcript': transcript,
  '0023-used': used,
}

/** The database without the tables of features. */
export const coreSchema: Schema = {
  migrations,
  accountTables: [
    'account',
    'alert',
    'api_key',
    'credit_entry',
    'generation',
    'generation_tag',
    'history_block',
    'history_part',
    'history_task',
    'history_term',
    'history_text',
    'job',
    'media',
    'pending_upload',
    'provider_request',
    'purge',
    'session',
    'statement_block',
    'storage_garbage',
  ],
  referenceTables: ['account_name', 'deleted_identity', 'provider_outage', 'storage_outage'],
  coordinatorTables: [
    'audit_entry',
    'catalogue_revision',
    'ledger_check',
    'mail',
    'model',
    'model_version',
    'online_migration',
    'provider_run',
    'scheduled_job',
    'schema_check',
    'settings_version',
    'sign_in_used',
    'signing_certificate',
  ],
  views: ['generation_with_job'],
  beforeDistribution: async (transaction) => {
    // A job of the provider is unique within its account; `ledger verify` compares accounts.
    await sql`alter table provider_request drop constraint provider_request_pkey,
      add primary key (request_id, provider, account_id)`.execute(transaction)
    // Its row is on another shard than the record: the cleanup drops it a day later.
    await sql`drop trigger media_keep_files on media`.execute(transaction)
  },
}
