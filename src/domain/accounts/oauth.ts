/** What an application may be allowed to do; `create` includes `read`. */
export const oauthScopes = ['read', 'create'] as const
export type OAuthScope = (typeof oauthScopes)[number]

/** For how long a person may connect an application, in days. */
export const connectionDays = [1, 7, 30, 90, 365] as const

/** Reads a scope parameter; absent: all. `null`: one is unknown. */
export function readScopes(scope: string | undefined): OAuthScope[] | null {
  const names = new Set((scope ?? '').split(' ').filter(Boolean))
  if (names.size === 0 || names.has('create')) names.add('read')
  if (!scope?.trim()) names.add('create')
  const known = oauthScopes.filter((name) => names.has(name))
  return known.length === names.size ? known : null
}
