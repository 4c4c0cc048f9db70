import type { Generated } from 'kysely'

/** Scheduled jobs that one process runs at a time; `lease_token` is `null` while none does. */
type ScheduledJobTable = {
  name: string
  lease_token: string | null
  lease_until: Date
  next_run_at: Generated<Date>
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    scheduled_job: ScheduledJobTable
  }
}
