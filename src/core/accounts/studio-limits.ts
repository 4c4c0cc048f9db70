import type { AllParts, Parts } from '#core/parts.ts'
import type { AccountLimitsView } from './contract/account.ts'

/** What a studio lets an account do, by its features; the allowance is of the core. */
export type StudioLimits = Omit<AccountLimitsView, 'allowance'>

/** Reads the limits that a feature sets to an account. */
export type ReadLimits = (
  database: AllParts['database'],
  accountId: string,
) => Promise<StudioLimits>

declare module '#core/parts.ts' {
  interface Contributions {
    /** What limits an account in the view of its limits; the first counts. */
    accountLimits: readonly ReadLimits[]
  }
}

const noLimits: StudioLimits = {
  groups: [],
  models: null,
  daily_cap: null,
  job_ceiling: null,
  creates_per_minute: null,
  retention_days: null,
  storage: null,
}

/** Returns what the studio lets an account do. */
export async function readStudioLimits(
  { database, contributions }: Parts<'database' | 'contributions'>,
  accountId: string,
): Promise<StudioLimits> {
  const [read] = contributions.accountLimits
  return read ? read(database, accountId) : noLimits
}
