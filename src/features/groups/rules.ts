import { isModelAllowed } from '#core/accounts/rules/allowed-models.ts'
import type { GroupLimits } from '#core/accounts/rules/groups.ts'
import type { StartRefusal } from '#core/generations/rules/start-generation.ts'
import type { Credits } from '#core/models/rules/model.ts'

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
  return { reason: 'storage_full', current: storedBytes, max: quota, groups }
}
