import { setTimeout as pause } from 'node:timers/promises'
import { type GenerationWithMedia, readGeneration } from '#core/generations/read-generation.ts'
import { isOpen } from '#core/generations/rules/status.ts'
import type { ApiOptions, RequestContext } from '#core/http/env.ts'
import { generationFailure, ownFailure } from './refuse-as-openai.ts'

/** Changes are announced; one whose announcement was lost is found after this time, in ms. */
const readInterval = 15_000

type GenerationKey = { accountId: string; id: string }

/**
 * Waits until a generation has ended and returns it with its results. A reader that leaves ends only
 * the wait: the generation continues. Throws `OpenAiFailure`: it failed, `resultWaitMs` passed, or
 * the server stops.
 */
export async function awaitResult(
  options: ApiOptions,
  c: RequestContext,
  key: GenerationKey,
): Promise<GenerationWithMedia> {
  for await (const found of followResult(options, c, key))
    if (!isOpen(found.row.status)) return requireResult(found)
  throw new Error('A generation ended without an end')
}

/**
 * Yields a generation now, with each change and at least every 15 s, until it has ended. Throws as
 * `awaitResult` does, but not for a failed one.
 */
export async function* followResult(
  { hub, closing, context, resultWaitMs }: ApiOptions,
  c: RequestContext,
  { accountId, id }: GenerationKey,
): AsyncGenerator<GenerationWithMedia> {
  const end = Date.now() + resultWaitMs
  const given = AbortSignal.any([closing, c.req.raw.signal])
  let changed = new AbortController()
  const unsubscribe = hub.subscribe(accountId, (ids) => {
    if (ids === null || ids.includes(id)) changed.abort()
  })
  try {
    for (;;) {
      // Before the read: a change during it ends the next pause.
      changed = new AbortController()
      const found = await readGeneration(context, accountId, id)
      yield found
      if (!isOpen(found.row.status)) return
      if (given.aborted) throw ownFailure(503, 'stopping', { id })
      const left = end - Date.now()
      if (left <= 0) throw ownFailure(504, 'wait_ended', { id })
      await pause(Math.min(left, readInterval), undefined, {
        signal: AbortSignal.any([changed.signal, given]),
      }).catch(() => undefined)
    }
  } finally {
    unsubscribe()
  }
}

/** Throws `OpenAiFailure` for a generation that failed. */
export function requireResult(found: GenerationWithMedia): GenerationWithMedia {
  if (found.row.error_code && found.outputs.length === 0)
    throw generationFailure(found.row, found.row.error_code)
  return found
}
