import type { StartCheck } from '#core/accounts/start-checks.ts'
import type { ReadLimits } from '#core/accounts/studio-limits.ts'
import { readStoredBytes } from '#core/media/queries/stored-bytes.ts'
import type { AllParts } from '#core/parts.ts'
import { isWithinLimits } from './limit-queries.ts'
import { listGroupsOf } from './queries.ts'
import { decideByGroups, decideByQuota, type GroupLimits, widestLimits } from './rules.ts'

type Database = AllParts['database']

/** The limits of an account's groups, the groups' names, and the bytes of its files if they count. */
type AccountLimits = { names: string[]; limits: GroupLimits; storedBytes: number }

/** Returns the limits of an account's groups. */
export async function readGroupLimits(
  database: Database,
  accountId: string,
): Promise<AccountLimits> {
  const groups = await listGroupsOf(database, accountId)
  const limits = widestLimits(groups)
  const storedBytes = limits.storage_quota === null ? 0 : await readStoredBytes(database, accountId)
  return { names: groups.map(({ name }) => name), limits, storedBytes }
}

/** Presents the limits to the account. */
export const presentLimits: ReadLimits = async (database, accountId) => {
  const { names, limits, storedBytes } = await readGroupLimits(database, accountId)
  const { models, storage_quota: quota, ...numbers } = limits
  return {
    groups: names,
    models: models && [...models],
    ...numbers,
    storage: quota === null ? null : { used: storedBytes, max: quota },
  }
}

/** Whether an account's groups let it start a generation. */
export const groupCheck: StartCheck = {
  condition: isWithinLimits,
  async readModels(database, accountId) {
    const groups = await listGroupsOf(database, accountId)
    const names = groups.map(({ name }) => name).join(', ')
    return {
      models: widestLimits(groups).models,
      refuse: (model) => ({ reason: 'model_not_allowed', model, groups: names }),
    }
  },
  async readRule(database, accountId) {
    const { names, limits, storedBytes } = await readGroupLimits(database, accountId)
    if (names.length === 0) return null
    const state = { names: names.join(', '), limits, storedBytes }
    return {
      startsPerMinute: limits.creates_per_minute,
      decide: (start) => decideByGroups(state, start),
      decideUpload: () => decideByQuota(state),
    }
  },
}
