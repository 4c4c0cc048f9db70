import type { OpenAPIHono } from '@hono/zod-openapi'
import { accountHeader, noAccount } from '#core/history/contract/browser-state.ts'
import { safeMethods } from './auth.ts'
import { refusalDescriptions } from './route.ts'

type Document = ReturnType<OpenAPIHono['getOpenAPI31Document']>
type Status = keyof typeof refusalDescriptions
type Operation = {
  requestBody?: unknown
  security?: unknown[]
  parameters?: object[]
  responses?: Record<string, object>
}

/**
 * Adds what every operation may answer before its route: limits, invalid bodies, scopes.
 * `isUnlimited`: whether a path has no limit of requests.
 */
export function withCommonRefusals(
  document: Document,
  isUnlimited: (path: string) => boolean,
): Document {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    for (const [method, operation] of Object.entries(item as Record<string, Operation>)) {
      operation.responses ??= {}
      if (canNameAccount(method, path, operation))
        operation.parameters = [...(operation.parameters ?? []), shownAccount]
      for (const status of commonTo(method.toUpperCase(), operation, {
        path,
        isLimited: !isUnlimited(path),
      })) {
        const headers = status === 429 || status === 503 ? retryAfter : {}
        operation.responses[status] = {
          description: refusalDescriptions[status],
          content,
          ...headers,
          ...operation.responses[status],
        }
      }
    }
  }
  return document
}

const retryAfter = {
  headers: {
    'Retry-After': { description: 'In seconds.', schema: { type: 'integer', minimum: 1 } },
  },
}

const shownAccount = {
  name: accountHeader,
  in: 'header',
  required: false,
  description:
    `For pages, which share one session in all tabs: the id of the account that the page shows, or \`${noAccount}\`. ` +
    'Where the session is of another account, the request is refused: 409 `account_changed`.',
  schema: { type: 'string' },
}

/** Whether an operation changes something of an account. */
function canNameAccount(method: string, path: string, { security }: Operation): boolean {
  return (
    path.startsWith('/api/') && security !== undefined && !safeMethods.has(method.toUpperCase())
  )
}

function commonTo(
  method: string,
  operation: Operation,
  { path, isLimited }: { path: string; isLimited: boolean },
): Status[] {
  const { requestBody } = operation
  if (!path.startsWith('/api/')) return []
  return [
    ...(isLimited ? ([429] as const) : []),
    ...(safeMethods.has(method) ? [] : ([403, 413] as const)),
    ...(canNameAccount(method, path, operation) ? ([409] as const) : []),
    ...(requestBody === undefined ? [] : ([400, 415] as const)),
    503,
  ]
}
