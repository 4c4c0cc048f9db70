import type { Credits } from '#core/models/rules/model.ts'

/** Limits of a group's members; `null`: no limit of this kind. */
export type GroupLimits = {
  /** The ids of the models that its members may use. */
  models: readonly string[] | null
  daily_cap: Credits | null
  job_ceiling: Credits | null
  /** In bytes. */
  storage_quota: number | null
  creates_per_minute: number | null
  /** After so many days its members' generations are deleted, but for favourites. */
  retention_days: number | null
}

export type AllowancePeriod = 'day' | 'week' | 'month'

/** Credits for each period; `is_cumulative`: unused ones stay beside the new ones. */
export type Allowance = { credits: Credits; period: AllowancePeriod; is_cumulative: boolean }

/** A group as an operator describes it. */
export type GroupFacts = GroupLimits & { name: string; allowance: Allowance | null }

/** What contradicts itself in a group; `path` names the field. */
export function groupProblems(
  group: GroupFacts,
  { knownModels, isFreeMode }: { knownModels: ReadonlySet<string>; isFreeMode: boolean },
): { path: string; message: string }[] {
  const { models, daily_cap: cap, job_ceiling: ceiling, allowance } = group
  const unknown = (models ?? []).filter((id) => !knownModels.has(id))
  return [
    ...unknown.map((id) => ({ path: 'models', message: `no model has the id ${id}` })),
    ...(cap !== null && ceiling !== null && ceiling > cap
      ? [{ path: 'job_ceiling', message: `must not exceed daily_cap (${cap})` }]
      : []),
    ...(allowance && !isFreeMode
      ? [{ path: 'allowance', message: 'needs the setting free_mode: credits are sold' }]
      : []),
  ]
}

const periodsInMonth: Record<AllowancePeriod, number> = { day: 365 / 12, week: 365 / 84, month: 1 }

/**
 * The allowance of an account: of its groups' the one with the most credits over time, else the
 * default (`null`: none).
 */
export function chooseAllowance(
  groups: readonly (Allowance | null)[],
  otherwise: Allowance | null,
): Allowance | null {
  const worth = ({ credits, period }: Allowance) => credits * periodsInMonth[period]
  const own = groups.filter((one) => one !== null)
  return own.toSorted((one, other) => worth(other) - worth(one))[0] ?? otherwise
}

const dayMs = 86_400_000

/** The first day of the next period (UTC), in days since 1970; weeks begin on Monday. */
export function nextRenewal(period: AllowancePeriod, today: number): number {
  if (period === 'day') return today + 1
  // 1970 began on a Thursday.
  if (period === 'week') return today + 7 - ((today + 3) % 7)
  const date = new Date(today * dayMs)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1) / dayMs
}
