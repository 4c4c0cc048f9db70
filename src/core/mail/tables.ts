import type { Generated, JSONColumnType } from 'kysely'
import type { MailContent } from './rules.ts'

/** Mails. `due_at`: when it is tried; `null`: it ended, and `content` is `null` too. */
type MailTable = {
  cause: string
  recipients: string[]
  language: string | null
  content: JSONColumnType<MailContent> | null
  attempts: Generated<number>
  due_at: Generated<Date | null>
  /** Why the last attempt failed. */
  error: string | null
  created_at: Generated<Date>
  ended_at: Date | null
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    mail: MailTable
  }
}
