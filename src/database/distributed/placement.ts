/** Tables whose rows belong to one account each, and the column that says to which. */
export type AccountTables = readonly (readonly [table: string, column: string])[]

/** Those of the core; `account` is first. */
export const coreAccountTables: AccountTables = [
  ['account', 'id'],
  ...[
    'account_group',
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
  ].map((table) => [table, 'account_id'] as const),
]

/** Whether the rows of a table of the core belong to one account each, so that it is distributed by it. */
export function isOfAccounts(table: string): boolean {
  return coreAccountTables.some(([name]) => name === table)
}

/** Small tables that change rarely: every worker has a copy. */
export const coreReferenceTables = [
  'account_name',
  'deleted_identity',
  'provider_outage',
  'storage_outage',
  'user_group',
]

/** Tables that only the coordinator has. */
export const coreCoordinatorTables = [
  'audit_entry',
  'catalogue_revision',
  'ledger_check',
  'mail',
  'model',
  'model_version',
  'online_migration',
  'removed_file',
  'scheduled_job',
  'schema_check',
  'settings_version',
  'sign_in_used',
  'signing_certificate',
]
