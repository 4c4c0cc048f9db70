/** What people may be in `/admin`; each account has one at most. */
export const roles = ['owner', 'operator', 'support', 'finance'] as const
export type Role = (typeof roles)[number]

const all: readonly Role[] = roles
/** Who runs the studio; with those who help people; with those who keep the accounts. */
export const running: readonly Role[] = ['owner', 'operator']
export const helping: readonly Role[] = [...running, 'support']
export const accounting: readonly Role[] = [...running, 'finance']

/** Permissions that features add, each with `declare module`. */
// biome-ignore lint/suspicious/noEmptyInterface: features extend it
export interface FeaturePermissions {}

/**
 * Who may do what of the core in `/admin`. Each route, section and button there names its
 * permission.
 */
export const corePermissions = {
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
  'ledger.read': accounting,
  'ledger.verify': accounting,
  'prices.read': accounting,
  'models.read': running,
  'models.change': running,
  'settings.read': running,
  'settings.change': running,
  'audit.read': helping,
  'roles.change': ['owner'],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof corePermissions | keyof FeaturePermissions

/** The roles that have each permission of a feature. */
export type AddedPermissions = Readonly<Record<keyof FeaturePermissions, readonly Role[]>>

/** Whether a role has a permission, of the core or one of `added`; `null`: no role. */
export function hasPermission(
  added: AddedPermissions,
  role: Role | null,
  permission: Permission,
): boolean {
  const all: Readonly<Record<Permission, readonly Role[]>> = { ...corePermissions, ...added }
  return role !== null && all[permission].includes(role)
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
