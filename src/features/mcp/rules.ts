/** Where programs that speak the Model Context Protocol reach the studio. */
export const mcpPath = '/mcp'

/** `server.json` of the MCP registry's format. */
export const serverDocumentPath = '/.well-known/mcp/server.json'

/** Begins every access token of an application. */
export const accessTokenPrefix = 'ato_'

/** Where a person decides what an application may do. */
export const authorizePath = '/authorize'

/** The endpoints of the authorization server, which programs call without an account. */
export const oauthPaths = {
  register: '/oauth/register',
  token: '/oauth/token',
  revoke: '/oauth/revoke',
} as const

/** The paths of its metadata, and of the resource's. */
export const metadataPaths = {
  resource: '/.well-known/oauth-protected-resource',
  resourceOfMcp: `/.well-known/oauth-protected-resource${mcpPath}`,
  server: '/.well-known/oauth-authorization-server',
} as const

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
