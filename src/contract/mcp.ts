/** Where programs that speak the Model Context Protocol reach the studio. */
export const mcpPath = '/mcp'

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
