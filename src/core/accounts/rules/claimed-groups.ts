import { type Role, roles } from './roles.ts'

/** Values by the id of an identity provider, then by the name of one of its groups. */
export type ClaimMapping<Value> = Readonly<Record<string, Readonly<Record<string, Value>>>>

/** The groups that a claim names; `null`: it is no list of texts. An absent claim names none. */
export function readGroupsClaim(claim: unknown): string[] | null {
  if (claim === undefined) return []
  const isList = Array.isArray(claim) && claim.every((one) => typeof one === 'string')
  return isList ? claim : null
}

/** What the groups of an identity provider lead to, each value once, with the group it is of. */
export function mapClaimedGroups<Value>(
  mapping: ClaimMapping<Value>,
  provider: string,
  claimed: readonly string[],
): Map<Value, string> {
  const values = Object.hasOwn(mapping, provider) ? (mapping[provider] ?? {}) : {}
  const found = new Map<Value, string>()
  for (const [group, value] of Object.entries(values))
    if (claimed.includes(group) && !found.has(value)) found.set(value, group)
  return found
}

/** Who holds a role: `source` is the identity provider that gave it; `null`: an operator did. */
export type HeldRole = { role: Role | null; source: string | null }

/**
 * The role that an account has after a sign-in: `claimed` has the roles that its provider's groups
 * lead to. What an operator gave stays. Of several roles the first one of `roles` counts; that of
 * another provider stays unless this one gives an earlier one.
 */
export function decideClaimedRole(
  held: HeldRole,
  provider: string,
  claimed: ReadonlySet<Role>,
): HeldRole {
  const given = roles.find((role) => claimed.has(role)) ?? null
  const isByOperator = held.role !== null && held.source === null
  if (isByOperator) return held
  const isOfAnother = held.role !== null && held.source !== provider
  if (isOfAnother && (given === null || rank(held.role) <= rank(given))) return held
  return { role: given, source: given && provider }
}

const rank = (role: Role | null) => (role === null ? roles.length : roles.indexOf(role))
