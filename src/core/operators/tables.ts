import type { Generated, JSONColumnType } from 'kysely'

/** Alerts for the operator. */
type AlertTable = {
  id: Generated<number>
  /** Of no account: that of zeros. */
  account_id: string
  generation_id: string | null
  reason: string
  note: string
  created_at: Generated<Date>
}

/** Audit entries: who of the operators did what, and why. Rows never change. */
type AuditEntryTable = {
  id: Generated<number>
  actor: string
  act: string
  account_id: string | null
  generation_id: string | null
  payment_id: string | null
  reason: string
  details: JSONColumnType<Record<string, unknown>>
  created_at: Generated<Date>
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    alert: AlertTable
    audit_entry: AuditEntryTable
  }
}
