import { sql } from 'kysely'

/**
 * A table to add to a statement whose commit need not wait for the disk. Only for what is simply
 * repeated if PostgreSQL crashes within the next moment: claims and poll times. Never for money,
 * nor for what is sent to the provider.
 */
export const relaxed = sql<{
  set_config: string
}>`(select set_config('synchronous_commit', 'off', true))`.as('relaxed')
