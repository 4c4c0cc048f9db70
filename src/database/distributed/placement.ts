/** Tables whose rows belong to one account, and the column that says to which; `account` is first. */
export const accountTables: readonly (readonly [table: string, column: string])[] = [
  ['account', 'id'],
  ...[
    'alert',
    'api_key',
    'credit_entry',
    'download',
    'generation',
    'generation_tag',
    'history_block',
    'history_part',
    'history_task',
    'history_term',
    'history_text',
    'job',
    'media',
    'payment',
    'pending_upload',
    'provider_request',
    'purge',
    'session',
    'statement_block',
    'storage_garbage',
  ].map((table) => [table, 'account_id'] as const),
]

/** Whether the rows of a table belong to one account each, so that it is distributed by it. */
export function isOfAccounts(table: string): boolean {
  return accountTables.some(([name]) => name === table)
}

/** Small tables that change rarely: every worker has a copy. */
export const referenceTables = [
  'account_name',
  'deleted_identity',
  'provider_outage',
  'storage_outage',
]

/** Tables that only the coordinator has. */
export const coordinatorTables = [
  'audit_entry',
  'catalogue_revision',
  'ledger_check',
  'model',
  'model_version',
  'online_migration',
  'payment_event',
  'scheduled_job',
  'sign_in_used',
]
