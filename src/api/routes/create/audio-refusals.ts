import type { ErrorHandler } from 'hono'
import { audioRefusal } from '#contract/error-messages.ts'
import type { ErrorBody } from '#contract/errors.ts'
import type { Env } from '../../env.ts'

/** The words of the audio door: a short `error`, and a `message` that says it whole (specification, creation §8). */
export function refuseAsAudio(handle: ErrorHandler<Env>): ErrorHandler<Env> {
  return async (error, c) => {
    const response = await handle(error, c)
    const body = (await response.clone().json()) as ErrorBody
    const words = audioRefusal(body, c.get('language') ?? 'en')
    return words ? c.json({ ...body, ...words }, response) : response
  }
}
