import { type Generated, type Selectable, sql } from 'kysely'
import type { Retention } from '#core/generations/queries/expire-generations.ts'
import type { Database } from '#platform/database/database.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'
import type { WithDefault } from '#platform/database/tables.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    account_group: AccountGroupTable
    user_group: UserGroupTable
  }
}

/** Limits of a group's members; `null`: none. `storage_quota` in bytes. */
type UserGroupTable = {
  id: string
  name: string
  /** The models that its members may use; `null`: all. */
  models: string[] | null
  daily_cap: number | null
  job_ceiling: number | null
  storage_quota: number | null
  creates_per_minute: number | null
  /** After how many days its members' generations are deleted; favourites are kept. */
  retention_days: WithDefault<number | null>
  /** Credits for each period in free mode. */
  allowance: number | null
  allowance_period: 'day' | 'week' | 'month' | null
  /** Whether unused credits of the allowance stay. */
  is_cumulative: WithDefault<boolean>
  created_at: Generated<Date>
}

/** Membership. `source`: `operator`, or the identity provider that said so. */
type AccountGroupTable = {
  account_id: string
  group_id: string
  source: string
  created_at: Generated<Date>
}

export type UserGroupRow = Selectable<UserGroupTable>

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

/** The source of memberships that operators made. */
export const byOperator = 'operator'

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

/**
 * Returns the accounts whose groups all limit how long generations are kept, each with the longest
 * of these times: up to `limit` of them after an account, in the order of their ids.
 */
export async function listRetentions(
  database: Database,
  { after, limit }: { after: string; limit: number },
): Promise<Retention[]> {
  const { rows } = await sql<Retention>`
    select account_id, max(retention_days)::integer as days
    from account_group join user_group on user_group.id = account_group.group_id
    where account_id > ${after} group by account_id
    having bool_and(retention_days is not null) order by account_id limit ${limit}`.execute(
    database,
  )
  return rows
}
