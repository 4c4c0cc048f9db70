import type { RouteConfig } from '@hono/zod-openapi'
import { z } from 'zod'
import { refusals } from '#core/http/route.ts'
import { documentBody } from '#core/http/validation.ts'
import { mcpPath, oauthPaths } from '../rules.ts'

/** The answers of the authorization server: what is sent, and how it refuses. */
function oauthOperation(path: string, summary: string, body: object): RouteConfig {
  const refused = {
    description: '`error` as OAuth names it.',
    content: { 'application/json': { schema: { type: 'object' as const } } },
  }
  return {
    method: 'post',
    path,
    summary,
    request: { body: body as NonNullable<RouteConfig['request']>['body'] & object },
    responses: {
      200: { ...refused, description: 'Done.' },
      ...(path === oauthPaths.register && { 201: { ...refused, description: 'Registered.' } }),
      ...refusals(403, 413, 429, 503),
      400: refused,
      401: refused,
    },
  }
}

/** A form whose values are all texts. */
function form(...names: string[]) {
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  const schema = { type: 'object' as const, properties }
  return { content: { 'application/x-www-form-urlencoded': { schema } } }
}

const JsonRpcRequest = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.int(), z.string()]).optional(),
  method: z.enum([
    'initialize',
    'ping',
    'tools/list',
    'tools/call',
    'resources/list',
    'resources/templates/list',
    'resources/read',
    'notifications/cancelled',
  ]),
  params: z
    .looseObject({
      name: z.enum(['list_models', 'quote', 'get_generation', 'search_history', 'generate_image']),
      arguments: z.record(z.string(), z.unknown()),
    })
    .partial()
    .optional(),
})

/** What no route describes: the authorization server, and JSON-RPC. */
export const mcpPaths: RouteConfig[] = [
  oauthOperation(
    oauthPaths.register,
    'Register an OAuth client (RFC 7591)',
    documentBody(
      z.object({
        client_name: z.string().max(80).optional(),
        redirect_uris: z.array(z.string()).min(1).max(5),
      }),
    ),
  ),
  oauthOperation(
    oauthPaths.token,
    'Exchange a code or a refresh token (OAuth 2.1)',
    form('grant_type', 'code', 'redirect_uri', 'code_verifier', 'refresh_token', 'client_id'),
  ),
  oauthOperation(
    oauthPaths.revoke,
    'Disconnect an application by one of its tokens (RFC 7009)',
    form('token', 'client_id'),
  ),
  {
    method: 'post',
    path: mcpPath,
    summary: 'Call a tool by the Model Context Protocol (streamable HTTP, without sessions)',
    description:
      'For MCP clients, see docs/mcp.md. Takes one JSON-RPC message; a refusal of a tool is a result with `isError`.',
    security: [{ apiKey: [] }],
    request: { body: documentBody(JsonRpcRequest) },
    responses: {
      200: {
        description: 'The progress and the result.',
        content: {
          'text/event-stream': { schema: { type: 'string' } },
          'application/json': { schema: { type: 'object' } },
        },
      },
      202: { description: 'A notification was taken.' },
      406: {
        description: '`Accept` has to name `application/json` and `text/event-stream`.',
        content: { 'application/json': { schema: { type: 'object' } } },
      },
      ...refusals(401, 403, 413, 415, 429, 503),
      400: {
        description: 'The message is not of the protocol.',
        content: { 'application/json': { schema: { type: 'object' } } },
      },
      404: {
        description: 'There is no such method.',
        content: { 'application/json': { schema: { type: 'object' } } },
      },
    },
  },
]
