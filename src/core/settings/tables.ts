import type { Generated, JSONColumnType } from 'kysely'

/** The operator's settings, all of them with each change. Rows never change. */
type SettingsVersionTable = {
  revision: number
  settings: JSONColumnType<Record<string, unknown>>
  author: string
  reason: string
  created_at: Generated<Date>
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    settings_version: SettingsVersionTable
  }
}
