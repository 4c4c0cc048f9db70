import { v7 as uuid } from 'uuid'
import { hashToken, newToken } from '#core/accounts/sign-in/tokens.ts'
import type { FeatureMatrix } from '#testing/security/feature-matrices.ts'
import type { Make } from '#testing/security/matrix-resources.ts'
import { testSecret } from '#testing/server.ts'
import { registerClient } from './clients.ts'
import { insertApplication } from './queries.ts'

/** What an application sends a person with. */
const parameters = {
  client_id: registerClient(testSecret, { name: 'x', redirectUris: ['https://x.example/'] }),
  redirect_uri: 'https://x.example/',
  response_type: 'code',
  code_challenge: 'x'.repeat(43),
  code_challenge_method: 'S256',
}

/** A connected application. */
const application: Make = async ({ database }, accountId) => {
  const id = uuid()
  const hash = () => hashToken(newToken(accountId))
  await insertApplication(
    database,
    {
      ...{ id, account_id: accountId, name: 'one', hint: 'x.example', scopes: ['read', 'create'] },
      ...{ daily_cap: null, monthly_cap: null, key_hash: hash(), client_hash: hash() },
      code: { id: uuid(), hash: hash(), challenge: '', redirectUri: '', days: 1, seconds: 600 },
    },
    1_000,
  )
  return id
}

export const matrix: FeatureMatrix = {
  table: `
GET /.well-known/oauth-protected-resource -          200     200     200     200     200     200     200     200     200
GET /.well-known/oauth-protected-resource/mcp -      200     200     200     200     200     200     200     200     200
GET /.well-known/mcp/server.json       -             200     200     200     200     200     200     200     200     200
GET /.well-known/oauth-authorization-server -        200     200     200     200     200     200     200     200     200
POST /oauth/register                   -             201     201     201     201     201     201     scope   201     201
POST /oauth/token                      -             request request request request request request scope   request request
POST /oauth/revoke                     -             request request request request request request scope   request request
GET /api/account/applications          -             who     who     200     200     200     200     session session 200
POST /api/account/applications/check   -             who     who     200     200     200     200     scope   session 200
POST /api/account/applications         -             who     who     200     200     200     susp    scope   session 200
PATCH /api/account/applications/:id    own           who     who     200     200     200     200     scope   session 200
PATCH /api/account/applications/:id    other=missing who     who     none    none    none    none    scope   session none
DELETE /api/account/applications/:id   own           who     who     204     204     204     204     scope   session 204
DELETE /api/account/applications/:id   other=missing who     who     none    none    none    none    scope   session none
POST /mcp                              -             who     who     who     who     who     who     200     200     who
GET /mcp                               -             who     who     who     who     who     who     method  method  who
DELETE /mcp                            -             who     who     who     who     who     who     method  method  who
`,
  operations: {
    'POST /oauth/register': {
      request: () => ({ body: { redirect_uris: ['https://client.example/callback'] } }),
    },
    'POST /oauth/token': { request: () => ({ body: {} }) },
    'POST /oauth/revoke': { request: () => ({ body: {} }) },
    'POST /api/account/applications/check': { request: () => ({ body: { parameters } }) },
    'POST /api/account/applications': {
      request: () => ({
        body: { parameters, is_allowed: true, daily_cap: 5, monthly_cap: null, days: 1 },
      }),
    },
    'PATCH /api/account/applications/:id': {
      make: application,
      request: () => ({ body: { daily_cap: 5, monthly_cap: null } }),
    },
    'DELETE /api/account/applications/:id': { make: application },
    'POST /mcp': {
      request: () => ({
        body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
        headers: { accept: 'application/json, text/event-stream' },
      }),
    },
  },
}
