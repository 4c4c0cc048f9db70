import { insertOperatorAction } from '#core/operators/operator-log-queries.ts'
import type { AllParts, Parts } from '#core/parts.ts'
import type { Database } from '#platform/database/database.ts'
import { lockAccount, setRole } from '../queries/admin-accounts.ts'
import { decideClaimedRole, mapClaimedGroups, readGroupsClaim } from '../rules/claimed-groups.ts'
import type { Role } from '../rules/roles.ts'
import type { AccountRow } from '../tables.ts'

type Context = Parts<'settings' | 'admins' | 'contributions' | 'log'>

/** What an identity provider says of a person's groups; `provider`: its id. */
export type GroupsClaim = { provider: string; groups: unknown }

/** A claim and whose it is. `claimed`: the groups that it names. */
type AccountClaim<Names extends keyof AllParts> = {
  context: Parts<Names>
  transaction: Database
  account: AccountRow
  provider: string
  claimed: readonly string[]
}

/**
 * What a feature does with the groups of a claim, in the transaction that opens the session. Returns
 * whether anything of the account changed.
 */
export type ClaimEffect = (claim: AccountClaim<'settings' | 'log'>) => Promise<boolean>

declare module '#core/parts.ts' {
  interface Contributions {
    claimEffects: readonly ClaimEffect[]
  }
}

/**
 * Gives an account the role that the claim of an identity provider leads to, and what features give,
 * and takes back what an earlier claim of the same provider gave. What operators gave stays. A claim
 * that is no list of texts counts as none and is logged. A changed role is audited in the transaction.
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
  let isChanged = false
  for (const apply of context.contributions.claimEffects)
    isChanged = (await apply(own)) || isChanged
  return (await applyRole(own)) || isChanged
}

/** Owners of the configuration have their role whatever a claim says. */
async function applyRole({
  context,
  transaction,
  account,
  provider,
  claimed,
}: AccountClaim<'settings' | 'admins'>): Promise<boolean> {
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
