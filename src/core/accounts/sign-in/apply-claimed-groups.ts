import { insertOperatorAction } from '#core/operators/queries/operator-log.ts'
import type { Parts } from '#core/parts.ts'
import type { Database } from '#platform/database/database.ts'
import { lockAccount, setRole } from '../queries/admin-accounts.ts'
import { findGroupsByName, listMemberships, setGroupsOf } from '../queries/groups.ts'
import { decideClaimedRole, mapClaimedGroups, readGroupsClaim } from '../rules/claimed-groups.ts'
import type { Role } from '../rules/roles.ts'
import type { AccountRow } from '../tables.ts'

type Context = Parts<'settings' | 'admins' | 'log'>

/** What an identity provider says of a person's groups; `provider`: its id. */
export type GroupsClaim = { provider: string; groups: unknown }

/**
 * Gives an account the groups and the role that the claim of an identity provider leads to, and
 * takes back what an earlier claim of the same provider gave. What operators gave stays. A claim that
 * is no list of texts counts as none and is logged. A changed role is audited in the transaction.
 * Locks the account. Returns whether anything changed.
 */
export async function applyGroupsClaim(
  context: Context,
  transaction: Database,
  accountId: string,
  { provider, groups: claim }: GroupsClaim,
): Promise<boolean> {
  const account = await lockAccount(transaction, accountId)
  if (!account || account.deleted_at) return false
  const claimed = readGroupsClaim(claim)
  if (!claimed) context.log.warn({ account: accountId, provider }, 'groups claim is invalid')
  const own = { context, transaction, account, provider, claimed: claimed ?? [] }
  const changes = [await applyGroups(own), await applyRole(own)]
  return changes.includes(true)
}

type Application = {
  context: Context
  transaction: Database
  account: AccountRow
  provider: string
  claimed: readonly string[]
}

async function applyGroups({
  context,
  transaction,
  account,
  provider,
  claimed,
}: Application): Promise<boolean> {
  const mapping = context.settings.current().settings.group_groups
  const names = [...mapClaimedGroups(mapping, provider, claimed).keys()]
  const found = await findGroupsByName(transaction, names)
  const known = new Set(found.map(({ name }) => name.toLowerCase()))
  const missing = names.filter((name) => !known.has(name.toLowerCase()))
  if (missing.length > 0)
    context.log.warn({ provider, groups: missing }, 'group_groups names unknown groups')
  const source = memberSource(provider)
  const before = (await listMemberships(transaction, account.id))
    .filter((one) => one.source === source)
    .map(({ name }) => name)
  const after = found.map(({ name }) => name)
  if (before.length === after.length && after.every((name) => before.includes(name))) return false
  await setGroupsOf(
    transaction,
    { accountId: account.id, source },
    found.map(({ id }) => id),
  )
  context.log.info({ account: account.id, provider, before, after }, 'groups of account changed')
  return true
}

/** The source of memberships: no id of a provider is `operator` with this prefix. */
const memberSource = (provider: string) => `oidc:${provider}`

/** Owners of the configuration have their role whatever a claim says. */
async function applyRole({
  context,
  transaction,
  account,
  provider,
  claimed,
}: Application): Promise<boolean> {
  if (context.admins.has(account.email.toLowerCase())) return false
  const { settings, sources } = context.settings.current()
  const given = mapClaimedGroups<Role>(settings.group_roles, provider, claimed)
  // Settings that are saved while the studio runs never make owners.
  if (sources.group_roles !== 'file') given.delete('owner')
  const held = { role: account.role, source: account.role_source }
  const { role, source } = decideClaimedRole(held, provider, new Set(given.keys()))
  if (role === held.role && source === held.source) return false
  await setRole(transaction, account.id, { role, source })
  const group = role && given.get(role)
  await insertOperatorAction(transaction, {
    act: 'account.role',
    accountId: account.id,
    actor: `identity provider ${provider}`,
    reason: group ? `member of ${group}` : 'no longer a member of a group with a role',
    details: { before: held.role, after: role },
  })
  return true
}
