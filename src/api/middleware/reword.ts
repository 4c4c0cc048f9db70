import type { ErrorHandler } from 'hono'
import type { ErrorBody } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import type { Env } from '../env.ts'

/** What some routes say otherwise, or more, in a refusal; `null`: nothing. */
export type Words = (body: ErrorBody, language: Language) => object | null

/** The same answers, status and code as `handle` gives, in a route's own words. */
export function reword(handle: ErrorHandler<Env>, words: Words): ErrorHandler<Env> {
  return async (error, c) => {
    const response = await handle(error, c)
    const body = (await response.clone().json()) as ErrorBody
    const own = words(body, c.get('language') ?? 'en')
    return own ? new Response(JSON.stringify({ ...body, ...own }), response) : response
  }
}
