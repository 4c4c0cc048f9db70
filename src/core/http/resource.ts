import { z } from 'zod'
import { inSession, signedIn } from './access.ts'
import { bySession, bySessionOrKey, declare, json, refusals } from './route.ts'
import { documentQuery } from './validation.ts'

/** For a signed-in account, by session or API key; 403 to a key that may only read. */
export const byAccount = {
  access: signedIn,
  security: bySessionOrKey,
  refusesReading: [401],
} as const

/** For sessions only: 401 without credentials, 403 to a key. */
export const bySessionOnly = {
  access: inSession,
  security: bySession,
  refusesReading: [401, 403],
} as const

type Credentials<Access> = {
  access: Access
  security: Record<string, string[]>[]
  refusesReading: readonly (401 | 403)[]
}

type Texts = { summary: string; description?: string }

/** The schema of an answer, and what it is. */
type Answer<Schema> = readonly [schema: Schema, description: string]

/** Refusals besides those that follow from the method and the credentials. */
type More = { refused?: readonly (404 | 409 | 413 | 429)[] }

const one = { params: z.object({ id: z.string() }) }

/**
 * Declares the routes of a resource: its list at `path`, and what is done with one of it at
 * `path/{id}`. Their methods, statuses and refusals are the same for every resource.
 */
export function resource<Path extends string, Access>(
  path: Path,
  { access, security, refusesReading }: Credentials<Access>,
) {
  const onePath = `${path}/{id}` as const
  return {
    list: <Schema extends z.ZodType>({
      query,
      answer,
      ...texts
    }: Texts & { query?: z.ZodObject; answer: Answer<Schema> }) =>
      declare(
        {
          ...{ method: 'get' as const, path, ...texts },
          ...(query && { parameters: documentQuery(query) }),
          responses: {
            200: json(...answer),
            ...refusals(...refusesReading, ...(query ? [400 as const] : [])),
          },
        },
        access,
        security,
      ),

    create: <Body extends z.ZodType, Schema extends z.ZodType>({
      body,
      answer,
      refused = [],
      ...texts
    }: Texts & More & { body: Body; answer: Answer<Schema> }) =>
      declare(
        {
          ...{ method: 'post' as const, path, ...texts, body },
          responses: { 201: json(...answer), ...refusals(400, 401, 403, 415, ...refused) },
        },
        access,
        security,
      ),

    read: <Schema extends z.ZodType>({ answer, ...texts }: Texts & { answer: Answer<Schema> }) =>
      declare(
        {
          ...{ method: 'get' as const, path: onePath, ...texts, request: one },
          responses: { 200: json(...answer), ...refusals(...refusesReading, 404) },
        },
        access,
        security,
      ),

    change: <Body extends z.ZodType, Schema extends z.ZodType>({
      body,
      answer,
      refused = [],
      ...texts
    }: Texts & More & { body: Body; answer: Answer<Schema> }) =>
      declare(
        {
          ...{ method: 'patch' as const, path: onePath, ...texts, request: one, body },
          responses: { 200: json(...answer), ...refusals(400, 401, 403, 404, 415, ...refused) },
        },
        access,
        security,
      ),

    /** `gone`: what the empty answer means. */
    remove: ({ gone = 'Deleted.', ...texts }: Texts & { gone?: string }) =>
      declare(
        {
          ...{ method: 'delete' as const, path: onePath, ...texts, request: one },
          responses: { 204: { description: gone }, ...refusals(401, 403, 404) },
        },
        access,
        security,
      ),
  }
}
