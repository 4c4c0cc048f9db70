import { v7 as uuid } from 'uuid'
import { findNamedAccount } from '#core/accounts/find-accounts.ts'
import { lockAccount } from '#core/accounts/queries/admin-accounts.ts'
import { notifyAccountChanged } from '#core/accounts/suspend-account.ts'
import { knownModels } from '#core/models/rules/catalogue.ts'
import { auditedTransaction, type OperatorAction } from '#core/operators/audited-transaction.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import { type Database, isUniqueViolation } from '#platform/database/database.ts'
import {
  byOperator,
  deleteGroup,
  findGroupsByName,
  insertGroup,
  listGroups,
  listGroupsOf,
  listMembers,
  type NewGroup,
  setGroupsOf,
  type UserGroupRow,
  updateGroup,
} from './queries.ts'
import { type GroupFacts, groupProblems } from './rules.ts'

type Context = Parts<'database' | 'settings' | 'changes'>

/** Returns all groups with the number of their members. */
export function readGroups({ database }: Pick<Context, 'database'>) {
  return listGroups(database)
}

/** Returns the names of an account's groups. */
export async function readGroupNames(
  { database }: Pick<Context, 'database'>,
  accountId: string,
): Promise<string[]> {
  return (await listGroupsOf(database, accountId)).map(({ name }) => name)
}

/**
 * Creates a group, or changes the one of `current`'s name. Every start after it has the new limits,
 * and its members' open pages follow. Returns the group. Throws `Refused`: `invalid_group`, `not_found`, `group_exists`.
 */
export async function saveGroup(
  context: Context,
  act: OperatorAction,
  facts: GroupFacts,
  current: string | null = null,
): Promise<NewGroup> {
  const problems = groupProblems(facts, {
    knownModels: new Set(knownModels().map(({ id }) => id)),
    isFreeMode: context.settings.current().settings.free_mode,
  })
  if (problems.length > 0) throw new Refused({ reason: 'invalid_group', problems })
  try {
    const group = await auditedTransaction(context.database, act, async (transaction) => {
      const before = current === null ? null : await requireGroup(transaction, current)
      const group = { ...rowOf(facts), id: before?.id ?? uuid() }
      await (before ? updateGroup : insertGroup)(transaction, group)
      const details = { before, after: group }
      return { result: group, done: { act: 'group.save', details } }
    })
    notifyMembers(context, await listMembers(context.database, group.id))
    return group
  } catch (error) {
    if (isUniqueViolation(error, 'user_group_name')) throw new Refused({ reason: 'group_exists' })
    throw error
  }
}

/** Deletes a group; its members lose its limits. Throws `Refused`: `not_found`. */
export async function removeGroup(
  context: Pick<Context, 'database' | 'changes'>,
  act: OperatorAction,
  name: string,
): Promise<void> {
  const members = await auditedTransaction(context.database, act, async (transaction) => {
    const group = await requireGroup(transaction, name)
    const result = await listMembers(transaction, group.id)
    await deleteGroup(transaction, group.id)
    return { result, done: { act: 'group.delete', details: { before: group } } }
  })
  notifyMembers(context, members)
}

function notifyMembers(context: Pick<Context, 'changes'>, members: readonly string[]): void {
  for (const id of members) notifyAccountChanged(context, id)
}

/**
 * Makes these the groups that operators gave an account; those of an identity provider stay. Returns
 * the account's id. Throws `Refused`: `not_found`, `invalid_group` for names that no group has.
 */
export async function changeGroupsOf(
  context: Parts<'database' | 'changes'>,
  act: OperatorAction,
  { name, groups }: { name: string; groups: readonly string[] },
): Promise<string> {
  const { id } = await findNamedAccount(context.database, name)
  await auditedTransaction(context.database, act, async (transaction) => {
    const account = await lockAccount(transaction, id)
    if (!account || account.deleted_at) throw new Refused({ reason: 'not_found' })
    const found = await findGroupsByName(transaction, groups)
    const known = new Set(found.map((group) => group.name.toLowerCase()))
    const problems = groups
      .filter((group) => !known.has(group.toLowerCase()))
      .map((group) => ({ path: 'groups', message: `no group has the name ${group}` }))
    if (problems.length > 0) throw new Refused({ reason: 'invalid_group', problems })
    const source = { accountId: id, source: byOperator }
    await setGroupsOf(
      transaction,
      source,
      found.map((group) => group.id),
    )
    const details = { groups: found.map((group) => group.name) }
    return { result: undefined, done: { act: 'account.groups', accountId: id, details } }
  })
  notifyAccountChanged(context, id)
  return id
}

async function requireGroup(transaction: Database, name: string): Promise<UserGroupRow> {
  const [group] = await findGroupsByName(transaction, [name])
  if (!group) throw new Refused({ reason: 'not_found' })
  return group
}

function rowOf({ models, allowance, ...facts }: GroupFacts): Omit<NewGroup, 'id'> {
  return {
    ...facts,
    models: models && [...models],
    allowance: allowance?.credits ?? null,
    allowance_period: allowance?.period ?? null,
    is_cumulative: allowance?.is_cumulative ?? false,
  }
}
