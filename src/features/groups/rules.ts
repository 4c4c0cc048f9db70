import type { Allowance, AllowancePeriod } from '#core/accounts/rules/allowances.ts'
import { isModelAllowed } from '#core/accounts/rules/allowed-models.ts'
import type { StartRefusal } from '#core/generations/rules/start-generation.ts'
import type { Credits } from '#core/models/rules/model.ts'

declare module '#core/generations/rules/start-generation.ts' {
  interface FeatureStartErrors {
    /** None of the account's groups may use the model. */
    model_not_allowed: { model: string; groups: string }
    group_job_ceiling: { required: Credits; max: Credits; groups: string }
    group_daily_cap: { required: Credits; max: Credits; current: Credits; groups: string }
    /** `current` and `max` in bytes; `used` and `allowed`: the same in MB, for the text. */
    storage_full: { current: number; max: number; used: number; allowed: number; groups: string }
  }
}

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

/** A group as an operator describes it. */
export type GroupFacts = GroupLimits & { name: string; allowance: Allowance | null }

/** The allowances of groups, as they are stored. */
export function allowancesOf(
  groups: readonly {
    allowance: Credits | null
    allowance_period: AllowancePeriod | null
    is_cumulative: boolean
  }[],
): Allowance[] {
  return groups.flatMap(({ allowance: credits, allowance_period: period, is_cumulative }) =>
    credits !== null && period ? [{ credits, period, is_cumulative }] : [],
  )
}

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

/** What the groups of an account let it do; `names` is shown. */
export type GroupState = {
  names: string
  limits: GroupLimits
  /** The bytes of its files. */
  storedBytes: number
}

/** The limits that count for an account of these groups: the widest of each; `null`: no limit. */
export function widestLimits(groups: readonly GroupLimits[]): GroupLimits {
  const widest = (name: Exclude<keyof GroupLimits, 'models'>): number | null => {
    const limits = groups.map((group) => group[name])
    if (limits.length === 0 || limits.includes(null)) return null
    return Math.max(...limits.map((limit) => limit ?? 0))
  }
  const isOpen = groups.length === 0 || groups.some(({ models }) => models === null)
  return {
    models: isOpen ? null : [...new Set(groups.flatMap(({ models }) => models ?? []))],
    daily_cap: widest('daily_cap'),
    job_ceiling: widest('job_ceiling'),
    storage_quota: widest('storage_quota'),
    creates_per_minute: widest('creates_per_minute'),
    retention_days: widest('retention_days'),
  }
}

/** Whether a member may start a generation; the statement of the charge has the same conditions. */
export function decideByGroups(
  { names: groups, limits, storedBytes }: GroupState,
  { model, price, spentToday }: { model: string; price: Credits; spentToday: Credits },
): StartRefusal | undefined {
  const { models, job_ceiling: ceiling, daily_cap: cap } = limits
  if (!isModelAllowed(models, model)) return { reason: 'model_not_allowed', model, groups }
  if (ceiling !== null && price > ceiling)
    return { reason: 'group_job_ceiling', required: price, max: ceiling, groups }
  if (cap !== null && spentToday + price > cap) {
    const sums = { required: price, max: cap, current: spentToday }
    return { reason: 'group_daily_cap', ...sums, groups }
  }
  return decideByQuota({ names: groups, limits, storedBytes })
}

/** Whether a member may store more. */
export function decideByQuota({
  names: groups,
  limits: { storage_quota: quota },
  storedBytes,
}: GroupState): StartRefusal | undefined {
  if (quota === null || storedBytes < quota) return undefined
  const sizes = { used: megabytes(storedBytes), allowed: megabytes(quota) }
  return { reason: 'storage_full', current: storedBytes, max: quota, ...sizes, groups }
}

const megabytes = (bytes: number) => Math.round(bytes / 1e5) / 10
