import { listGroupsOf, readStoredBytes } from '#database/queries/accounts/groups.ts'
import { type GroupLimits, isModelAllowed, widestLimits } from '#domain/accounts/groups.ts'
import type { GroupState } from '#domain/generations/start-generation.ts'
import type { ServiceContext } from '../context.ts'
import { Refused } from '../refused.ts'

type Context = Pick<ServiceContext, 'database'>

/** The limits of an account's groups, the groups' names, and the bytes of its files if they count. */
export type AccountLimits = { names: string[]; limits: GroupLimits; storedBytes: number }

/** Returns the limits of an account's groups. */
export async function readGroupLimits(
  { database }: Context,
  accountId: string,
): Promise<AccountLimits> {
  const groups = await listGroupsOf(database, accountId)
  const limits = widestLimits(groups)
  const storedBytes = limits.storage_quota === null ? 0 : await readStoredBytes(database, accountId)
  return { names: groups.map(({ name }) => name), limits, storedBytes }
}

/** Returns the ids of the models that an account's groups let it use; `null`: all. */
export async function readAllowedModels(
  { database }: Context,
  accountId: string,
): Promise<GroupLimits['models']> {
  return widestLimits(await listGroupsOf(database, accountId)).models
}

/** Throws `Refused` `model_not_allowed`, as the charge does, where no group allows the model. */
export async function requireAllowedModel(
  { database }: Context,
  accountId: string,
  model: string,
): Promise<void> {
  const groups = await listGroupsOf(database, accountId)
  if (isModelAllowed(widestLimits(groups).models, model)) return
  const names = groups.map(({ name }) => name).join(', ')
  throw new Refused({ reason: 'model_not_allowed', model, groups: names })
}

/** The same for a start of a model; `undefined`: the account has no group. */
export async function findGroupState(
  context: Context,
  accountId: string,
  model: string,
): Promise<GroupState | undefined> {
  const { names, limits, storedBytes } = await readGroupLimits(context, accountId)
  return names.length > 0 ? { names: names.join(', '), limits, model, storedBytes } : undefined
}

/** Throws `Refused` `storage_full` when the account's files fill the quota of its groups. */
export async function requireStorage(context: Context, accountId: string): Promise<void> {
  const { names, limits, storedBytes } = await readGroupLimits(context, accountId)
  const { storage_quota: max } = limits
  if (max !== null && storedBytes >= max)
    throw new Refused({
      reason: 'storage_full',
      ...{ current: storedBytes, max, groups: names.join(', ') },
    })
}
