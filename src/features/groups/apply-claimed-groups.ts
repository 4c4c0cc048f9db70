import { mapClaimedGroups } from '#core/accounts/rules/claimed-groups.ts'
import type { ClaimEffect } from '#core/accounts/sign-in/apply-groups-claim.ts'
import { findGroupsByName, listMemberships, setGroupsOf } from './queries.ts'

/**
 * Makes an account a member of the groups that those of an identity provider lead to, and of no others
 * that the same provider gave before. What operators gave stays.
 */
export const applyClaimedGroups: ClaimEffect = async ({
  context,
  transaction,
  account,
  provider,
  claimed,
}) => {
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
