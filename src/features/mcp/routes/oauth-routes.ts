import { Hono } from 'hono'
import { z } from 'zod'
import { anyone } from '#core/http/access.ts'
import type { ApiOptions, Env, RequestContext } from '#core/http/env.ts'
import type { Issuer } from '../authorize.ts'
import { registerClient } from '../clients.ts'
import { isRedirectUri, maxRedirectLength } from '../redirect-uris.ts'
import { authorizePath, mcpPath, metadataPaths, oauthPaths, oauthScopes } from '../rules.ts'
import { exchangeToken, revokeToken, type TokenRequest } from '../tokens.ts'

/** Returns who issues tokens, and the resource that they are for, as this request names us. */
export function issuerOf(c: RequestContext, { sessionSecret: secret }: ApiOptions): Issuer {
  const issuer = c.get('origin')
  return { secret, issuer, resource: issuer + mcpPath }
}

/** The most bytes that an application's name and addresses may have: its id contains them. */
const maxClientBytes = 1_500

/** What an application registers itself with; everything else is ignored (RFC 7591). */
const ClientMetadata = z.object({
  client_name: z
    .string()
    .trim()
    .min(1)
    .max(80)
    .regex(/^[^\p{Cc}\p{Cf}\p{Cs}]+$/u)
    .optional(),
  redirect_uris: z.array(z.string().max(maxRedirectLength).refine(isRedirectUri)).min(1).max(5),
})

/**
 * The authorization server for `/mcp` (OAuth 2.1): metadata (RFC 8414, RFC 9728), registration
 * (RFC 7591), tokens, and their revocation (RFC 7009). A person decides at `/authorize`.
 */
export function oauthRoutes(options: ApiOptions) {
  const { context } = options
  const app = new Hono<Env>()
  for (const path of [metadataPaths.resource, metadataPaths.resourceOfMcp]) {
    app.get(path, anyone, (c) => {
      const { issuer, resource } = issuerOf(c, options)
      return c.json({
        resource,
        resource_name: context.settings.current().settings.studio_name,
        authorization_servers: [issuer],
        scopes_supported: oauthScopes,
        bearer_methods_supported: ['header'],
      })
    })
  }
  return app
    .get(metadataPaths.server, anyone, (c) => {
      const { issuer } = issuerOf(c, options)
      return c.json({
        issuer,
        authorization_endpoint: issuer + authorizePath,
        token_endpoint: issuer + oauthPaths.token,
        registration_endpoint: issuer + oauthPaths.register,
        revocation_endpoint: issuer + oauthPaths.revoke,
        response_types_supported: ['code'],
        response_modes_supported: ['query'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none'],
        revocation_endpoint_auth_methods_supported: ['none'],
        scopes_supported: oauthScopes,
        authorization_response_iss_parameter_supported: true,
      })
    })
    .post(oauthPaths.register, anyone, async (c) => {
      const given = ClientMetadata.safeParse(await c.req.json().catch(() => null))
      if (!given.success) {
        const isAddress = given.error.issues.some(({ path }) => path[0] === 'redirect_uris')
        const error = isAddress ? 'invalid_redirect_uri' : 'invalid_client_metadata'
        return c.json({ error, error_description: describeIssue(given.error) }, 400)
      }
      const { client_name: name = 'MCP client', redirect_uris: redirectUris } = given.data
      const size = Buffer.byteLength(JSON.stringify({ name, redirectUris }))
      if (size > maxClientBytes) {
        const error_description = `Name and redirect URIs have ${size} bytes; at most ${maxClientBytes}`
        return c.json({ error: 'invalid_client_metadata', error_description }, 400)
      }
      const client_id = registerClient(options.sessionSecret, { name, redirectUris })
      const registered = {
        client_id,
        client_id_issued_at: Math.floor(context.now() / 1000),
        client_name: name,
        redirect_uris: redirectUris,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      }
      return c.json(registered, 201, { 'cache-control': 'no-store' })
    })
    .post(oauthPaths.token, anyone, async (c) => {
      c.header('cache-control', 'no-store')
      const request: TokenRequest = await readForm(c)
      const answer = await exchangeToken(context, request, issuerOf(c, options).resource)
      if (!answer.isGranted)
        return c.json({ error: answer.error }, answer.error === 'invalid_client' ? 401 : 400)
      const { access, refresh, scope, seconds } = answer
      return c.json({
        access_token: access,
        token_type: 'Bearer',
        expires_in: seconds,
        refresh_token: refresh,
        scope,
      })
    })
    .post(oauthPaths.revoke, anyone, async (c) => {
      const { token, client_id: clientId } = await readForm(c)
      if (!token || !clientId) return c.json({ error: 'invalid_request' }, 400)
      await revokeToken(context, { token, clientId })
      return c.body(null, 200)
    })
}

/** Returns the parameters of a form. A repeated one is left out, and so refused as missing. */
async function readForm(c: RequestContext): Promise<Record<string, string>> {
  const form = new URLSearchParams(await c.req.text())
  const names = [...new Set(form.keys())].filter((name) => form.getAll(name).length === 1)
  return Object.fromEntries(names.map((name) => [name, form.get(name) ?? '']))
}

function describeIssue({ issues: [issue] }: z.ZodError): string {
  return `${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'invalid'}`
}
