import { sql } from 'kysely'

/**
 * A table to stand beside others in a statement whose commit need not wait for the disk. Only for
 * what would simply be done again if PostgreSQL itself crashed within the next moment: who looks
 * after a row, when it is asked about next. Never for money, nor for what the provider was or will
 * be told.
 */
export const relaxed = sql<{
  set_config: string
}>`(select set_config('synchronous_commit', 'off', true))`.as('relaxed')
