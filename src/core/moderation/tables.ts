import type { ColumnType, Generated } from 'kysely'

/** The hash of a file that was removed for what it shows. */
type RemovedFileTable = {
  sha256: string
  /** Of the same file as it was stored with its mark, which has a row, too. */
  stored_sha256: ColumnType<string | null, string | null | undefined>
  created_at: Generated<Date>
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    removed_file: RemovedFileTable
  }
}
