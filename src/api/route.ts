import type { z } from '@hono/zod-openapi'
import { ErrorBody } from '#contract/errors.ts'

/** A JSON answer in the OpenAPI document. */
export function json<Schema extends z.ZodType>(schema: Schema, description: string) {
  return { description, content: { 'application/json': { schema } } }
}

/** What a refusal with this status means, wherever it is answered. */
export const descriptions = {
  400: 'The request is wrong; `fields` names what.',
  401: 'Nobody is signed in.',
  403: 'The account may not do this.',
  404: 'There is no such thing, or it is somebody else’s.',
  408: 'Nothing more of the file arrived.',
  409: 'It conflicts with the present state; `code` says how.',
  413: 'Too large.',
  415: 'Not of a content type or a format that is taken.',
  429: 'Too much at once; try again after `Retry-After` seconds.',
  503: 'Temporarily unavailable; try again after `Retry-After` seconds.',
} as const

/** The refusals an operation may answer. */
export function refusals<Status extends keyof typeof descriptions>(...statuses: Status[]) {
  const entries = statuses.map((status) => [status, json(ErrorBody, descriptions[status])])
  return Object.fromEntries(entries) as Record<Status, ReturnType<typeof json<typeof ErrorBody>>>
}

/** Operations that need a session cookie or an API key. */
export const signedIn = [{ session: [] }, { apiKey: [] }]

/** Operations that a key may not do, whatever its scopes. */
export const bySession = [{ session: [] }]
