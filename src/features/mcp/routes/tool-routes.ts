import type { Server, ServerContext } from '@modelcontextprotocol/server'
import { Hono } from 'hono'
import { findRevoked, markOf } from '#core/accounts/sign-in/authenticate.ts'
import { createRevocationWatcher } from '#core/events/revocation-watcher.ts'
import { readerOf } from '#core/generations/routes/present-generation.ts'
import { withKey } from '#core/http/access.ts'
import type { ApiOptions, Env, RequestContext } from '#core/http/env.ts'
import { bodyOf, HttpError } from '#core/http/errors.ts'
import { ownOrigins } from '#core/http/own-addresses.ts'
import { parseJson } from '#core/http/validation.ts'
import { cancelCall } from '../call-cancellations.ts'
import { mcpPath, metadataPaths, oauthScopes } from '../rules.ts'
import { refusedResult } from './present-result.ts'
import { listResources, listTemplates, readResource, unknownCursor } from './resources.ts'
import type { McpCaller } from './tool-call.ts'
import { findTool, listTools } from './tools.ts'

const instructions =
  'Makes images, videos, audio and more with the models of this studio, charged to the account in credits. ' +
  'Call quote before an expensive generation, and set max_credits to bound what a call may cost. ' +
  'A file field takes a public web address, a `data:` URI in base64 (20 MiB in all), or the `url` of upload_from_url or of an earlier result. ' +
  'Results are resources: resources/read returns their files.'

/**
 * The Model Context Protocol over streamable HTTP. Each request is served alone, so that any
 * process answers it: there is no session, and a GET or DELETE is answered 405
 * (docs/decisions/0040-mcp-without-sessions.md).
 */
export function toolRoutes(options: ApiOptions) {
  const { context, hub } = options
  const watchers = createRevocationWatcher({
    findRevoked: (marks) => findRevoked(context, marks),
    onError: (error) => context.log.warn({ err: error }, 'revoked credentials were not looked up'),
  })
  hub.onRevocation((accountId) => void watchers.check(accountId))
  context.settings.onChange(() => void watchers.check(null))
  const handler = createHandler(options)

  return new Hono<Env>()
    .post(mcpPath, withKey(challenge), async (c) => {
      const value = parseJson(await c.req.text())
      if (value === undefined) return c.json(parseError, 400)
      const version = c.req.header('mcp-protocol-version')
      if (Array.isArray(value) && !hasBatches(version)) return c.json(noBatches(version), 400)
      const { fetch } = await handler()
      const authInfo = {
        token: '',
        clientId: c.get('key').id,
        scopes: c.get('key').scopes,
        extra: { caller: callerOf(c, options, watchers) },
      }
      return fetch(withoutBody(c.req.raw), { authInfo, parsedBody: value })
    })
    .on(['GET', 'DELETE'], mcpPath, withKey(challenge), (c) => {
      c.header('allow', 'POST')
      throw new HttpError('method_not_allowed')
    })
}

/** Where a program learns how to get a token (RFC 9728), and whether the one it has is wrong. */
function challenge(c: RequestContext): string {
  const metadata = `${c.get('origin')}${metadataPaths.resourceOfMcp}`
  const error = c.req.header('authorization') ? ', error="invalid_token"' : ''
  return `Bearer resource_metadata="${metadata}", scope="${oauthScopes.join(' ')}"${error}`
}

const parseError = { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } }

/** The revisions with JSON-RPC batches; a request that names none is of the last of them. */
function hasBatches(version: string | undefined): boolean {
  return version === undefined || version === '2025-03-26' || version === '2024-11-05'
}

function noBatches(version: string | undefined) {
  const message = `Invalid Request: ${version?.slice(0, 20)} has no batches; send one message`
  return { jsonrpc: '2.0', id: null, error: { code: -32600, message } }
}

/** The body was read: seeds keep all their digits. */
function withoutBody({ url, method, headers, signal }: Request): Request {
  return new Request(url, { method, headers, signal })
}

type Watchers = ReturnType<typeof createRevocationWatcher>

function callerOf(
  c: RequestContext & { get(name: 'account'): McpCaller['account'] },
  options: ApiOptions,
  watchers: Watchers,
): McpCaller {
  const { context, hub, closing } = options
  const account = c.get('account')
  const key = c.get('key')
  const credential = c.get('credential')
  if (!key || !credential) throw new HttpError('unauthorized')
  const watched = { accountId: account.id, mark: markOf(credential) }
  return {
    ...{ context, hub, account, key },
    reader: readerOf(c, account),
    origins: ownOrigins(c, options),
    signal: AbortSignal.any([c.req.raw.signal, closing]),
    watch: (leave) => watchers.watch(watched, leave),
  }
}

/** The protocol's library is loaded with the first request: most processes never get one. */
function createHandler({ context }: ApiOptions) {
  let loaded: ReturnType<typeof load> | undefined
  const load = async () => {
    const { createMcpHandler, Server } = await import('@modelcontextprotocol/server')
    return createMcpHandler(
      ({ authInfo }) => {
        const caller = authInfo?.extra?.caller as McpCaller
        const title = context.settings.current().settings.studio_name
        const server = new Server(
          { name: 'atelier', title, version: '1' },
          { capabilities: { tools: {}, resources: {} }, instructions },
        )
        serveTools(server, caller)
        serveResources(server, caller)
        // Each request has a server of its own: the library does not find the call that is meant.
        server.setNotificationHandler('notifications/cancelled', ({ params }) => {
          const { account, key } = caller
          const { requestId } = params
          if (requestId === undefined) return
          cancelCall(context, { accountId: account.id, keyId: key.id, requestId })
        })
        return server
      },
      {
        responseMode: 'sse',
        onerror: (error) => context.log.info({ err: error }, 'MCP request was not answered'),
      },
    )
  }
  return () => (loaded ??= load())
}

function serveTools(server: Server, caller: McpCaller): void {
  server.setRequestHandler('tools/list', async ({ params }) => {
    requireFirstPage(params?.cursor)
    return { tools: await listTools(caller) }
  })
  server.setRequestHandler('tools/call', ({ params }, ctx) =>
    callTool(caller, params.name, params.arguments ?? {}, ctx),
  )
}

function serveResources(server: Server, caller: McpCaller): void {
  server.setRequestHandler('resources/list', ({ params }) => listResources(caller, params?.cursor))
  server.setRequestHandler('resources/templates/list', ({ params }) => {
    requireFirstPage(params?.cursor)
    return listTemplates(caller)
  })
  server.setRequestHandler('resources/read', ({ params }) => readResource(caller, params.uri))
}

/** Lists of one page have no cursors. */
function requireFirstPage(cursor: string | undefined): void {
  if (cursor !== undefined) throw unknownCursor()
}

/** A refusal is a result that the model can read; it never stops the client. */
async function callTool(
  caller: McpCaller,
  name: string,
  given: Record<string, unknown>,
  ctx: ServerContext,
) {
  const { context, reader } = caller
  const run = findTool(name)
  try {
    if (!run) throw new HttpError('not_found')
    return await run(caller, given, ctx)
  } catch (error) {
    const body = bodyOf(error, reader.language)
    if (body.code === 'internal') context.log.error({ tool: name, err: error }, 'tool failed')
    return refusedResult(body, { credits_charged: 0 })
  }
}
