import type { OpenAPIHono } from '@hono/zod-openapi'
import { webhookPaths } from '#contract/webhooks.ts'
import { descriptions } from '../document.ts'
import { safeMethods } from '../middleware/request.ts'

type Document = ReturnType<OpenAPIHono['getOpenAPI31Document']>
type Status = keyof typeof descriptions
type Operation = { requestBody?: unknown; security?: unknown[]; responses?: Record<string, object> }

/** Nobody asks them too often; see middleware/limits. */
const unlimited: ReadonlySet<string> = new Set([...Object.values(webhookPaths), '/api/payments/webhook'])

/** The document with what every operation may answer before its route is reached: limits, wrong bodies, scopes. */
export function withCommonRefusals(document: Document): Document {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    for (const [method, operation] of Object.entries(item as Record<string, Operation>)) {
      operation.responses ??= {}
      for (const status of commonTo(method.toUpperCase(), path, operation)) {
        const headers = status === 429 || status === 503 ? retryAfter : {}
        operation.responses[status] = {
          description: descriptions[status],
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
  headers: { 'Retry-After': { description: 'In seconds.', schema: { type: 'integer', minimum: 1 } } },
}

function commonTo(method: string, path: string, { requestBody }: Operation): Status[] {
  if (!path.startsWith('/api/')) return []
  return [
    ...(unlimited.has(path) ? [] : ([429] as const)),
    ...(safeMethods.has(method) ? [] : ([403, 413] as const)),
    ...(requestBody === undefined ? [] : ([400, 415] as const)),
    503,
  ]
}
