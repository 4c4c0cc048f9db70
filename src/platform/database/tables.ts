import type { ColumnType, Generated } from 'kysely'

export type WithDefault<Value> = ColumnType<Value, Value | undefined, Value>

type OnlineMigrationTable = {
  name: string
  step: Generated<number>
  position: string[] | null
  rows: Generated<number>
  started_at: Generated<Date>
  finished_at: Date | null
}

/**
 * The tables for Kysely; `bigint` columns are read as numbers. What has tables of its own adds them
 * with `declare module`.
 */
export interface Tables {
  online_migration: OnlineMigrationTable
}
