/** What people may be in `/admin`; each account has one at most. */
export const roles = ['owner', 'operator', 'support', 'finance'] as const
export type Role = (typeof roles)[number]

const all: readonly Role[] = roles
const running: readonly Role[] = ['owner', 'operator']
const helping: readonly Role[] = [...running, 'support']
const accounting: readonly Role[] = [...running, 'finance']

/** Who may do what in `/admin`. Each route, section and button there names its permission. */
export const permissions = {
  'overview.read': all,
  'accounts.read': all,
  'accounts.suspend': running,
  'accounts.admit': running,
  'accounts.delete': running,
  // A person's private prompts and files.
  'accounts.export': ['owner'],
  'accounts.mark_paid': running,
  'credits.grant': helping,
  'credits.take': running,
  'generations.read': helping,
  'generations.retry': helping,
  'generations.refund': helping,
  'reports.read': helping,
  'reports.dismiss': helping,
  'results.remove': running,
  'hashes.unblock': running,
  'codes.read': accounting,
  'codes.change': running,
  'payments.read': accounting,
  'payments.refund': accounting,
  'figures.read': accounting,
  'ledger.read': accounting,
  'ledger.verify': accounting,
  'prices.read': accounting,
  'models.read': running,
  'models.change': running,
  'groups.read': running,
  'groups.change': running,
  'settings.read': running,
  'settings.change': running,
  'webhooks.read': running,
  'webhooks.change': running,
  'audit.read': helping,
  'roles.change': ['owner'],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof permissions

/** Whether a role has a permission; `null`: no role. */
export function hasPermission(role: Role | null, permission: Permission): boolean {
  const allowed: readonly Role[] = permissions[permission]
  return role !== null && allowed.includes(role)
}

type Holder = { email: string; role: Role | null; suspended_at: Date | null }

/**
 * The role that counts: the owners of the configuration (`admins`, addresses in lower case) always
 * have theirs; a suspended account has no other.
 */
export function roleOf(account: Holder, admins: ReadonlySet<string>): Role | null {
  if (admins.has(account.email.toLowerCase())) return 'owner'
  return account.suspended_at === null ? account.role : null
}

export type RoleChange = {
  /** Whether the account is that of the person who changes it. */
  isOwn: boolean
  /** Whether the configuration makes it an owner. */
  isFixed: boolean
}

/** Why a role cannot be changed; `null`: it can. */
export function refuseRoleChange({ isOwn, isFixed }: RoleChange): 'role_fixed' | 'own_role' | null {
  if (isFixed) return 'role_fixed'
  return isOwn ? 'own_role' : null
}

export type Deletion = {
  /** Whether the account is that of the person who deletes it. */
  isOwn: boolean
  /** What the account may do, and the person who deletes it. */
  role: Role | null
  actorRole: Role
}

/** Why an operator cannot delete an account; `null`: they can, unless it is the last owner's. */
export function refuseDeletion({
  isOwn,
  role,
  actorRole,
}: Deletion): 'own_deletion' | 'owner_needed' | null {
  if (isOwn) return 'own_deletion'
  return role === 'owner' && actorRole !== 'owner' ? 'owner_needed' : null
}

/** Roles that give credits within the limits of the settings only. */
export function hasGivingLimit(role: Role): boolean {
  return role === 'support'
}

/** The most credits that a person may give, by one action and in a day (UTC). */
export type GivingLimit = { perAct: number; perDay: number }

/** The limit that an amount exceeds, if any; `givenToday`: before it. */
export function exceededLimit(
  { perAct, perDay }: GivingLimit,
  credits: number,
  givenToday: number,
): { max: number; current: number } | null {
  if (credits > perAct) return { max: perAct, current: 0 }
  return givenToday + credits > perDay ? { max: perDay, current: givenToday } : null
}
