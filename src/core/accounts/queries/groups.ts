import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'
import type { UserGroupRow } from '../tables.ts'

/** Returns the groups of an account, by name. */
export function listGroupsOf(database: Database, accountId: string): Promise<UserGroupRow[]> {
  return onShardOf(database, accountId)
    .selectFrom('user_group')
    .selectAll()
    .where('id', 'in', (own) =>
      own.selectFrom('account_group').select('group_id').where('account_id', '=', accountId),
    )
    .orderBy('name')
    .execute()
}

/** A membership; `source`: who made it. */
export type Membership = { name: string; source: string }

/** Returns the memberships of an account, by the group's name. */
export function listMemberships(database: Database, accountId: string): Promise<Membership[]> {
  return onShardOf(database, accountId)
    .selectFrom('account_group')
    .innerJoin('user_group', 'user_group.id', 'account_group.group_id')
    .select(['user_group.name', 'account_group.source'])
    .where('account_group.account_id', '=', accountId)
    .orderBy('user_group.name')
    .execute()
}

/** Returns all groups by name, each with the number of its members. */
export async function listGroups(
  database: Database,
): Promise<(UserGroupRow & { members: number })[]> {
  const [groups, counts] = await Promise.all([
    database.selectFrom('user_group').selectAll().orderBy('name').execute(),
    database
      .selectFrom('account_group')
      .select(['group_id', sql<number>`count(distinct account_id)`.as('members')])
      .groupBy('group_id')
      .execute(),
  ])
  const members = new Map(counts.map((count) => [count.group_id, Number(count.members)]))
  return groups.map((group) => ({ ...group, members: members.get(group.id) ?? 0 }))
}

/** Returns the ids of the accounts in a group. */
export async function listMembers(database: Database, groupId: string): Promise<string[]> {
  const members = await database
    .selectFrom('account_group')
    .select('account_id')
    .distinct()
    .where('group_id', '=', groupId)
    .execute()
  return members.map((member) => member.account_id)
}

/** Returns the groups with these names, in any case. */
export function findGroupsByName(
  database: Database,
  names: readonly string[],
): Promise<UserGroupRow[]> {
  if (names.length === 0) return Promise.resolve([])
  return database
    .selectFrom('user_group')
    .selectAll()
    .where(
      sql`lower(name)`,
      'in',
      names.map((name) => name.toLowerCase()),
    )
    .execute()
}

/** A group without its time. */
export type NewGroup = Omit<UserGroupRow, 'created_at'>

/** Inserts a group. Fails with a unique violation where another has its name. */
export async function insertGroup(transaction: Database, group: NewGroup): Promise<void> {
  await transaction.insertInto('user_group').values(group).execute()
}

/** Changes a group; its members have the new limits with their next start. */
export async function updateGroup(
  transaction: Database,
  { id, ...group }: NewGroup,
): Promise<void> {
  await transaction.updateTable('user_group').set(group).where('id', '=', id).execute()
}

/** Deletes a group and its memberships. */
export async function deleteGroup(transaction: Database, id: string): Promise<void> {
  await transaction.deleteFrom('account_group').where('group_id', '=', id).execute()
  await transaction.deleteFrom('user_group').where('id', '=', id).execute()
}

/** Who put an account into its groups: an operator, or an identity provider. */
export type GroupSource = { accountId: string; source: string }

/** Makes these the groups that an account has from one source. */
export async function setGroupsOf(
  transaction: Database,
  { accountId, source }: GroupSource,
  groupIds: readonly string[],
): Promise<void> {
  const own = onShardOf(transaction, accountId)
  await own
    .deleteFrom('account_group')
    .where('account_id', '=', accountId)
    .where('source', '=', source)
    .execute()
  if (groupIds.length === 0) return
  await own
    .insertInto('account_group')
    .values(groupIds.map((group_id) => ({ account_id: accountId, group_id, source })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
