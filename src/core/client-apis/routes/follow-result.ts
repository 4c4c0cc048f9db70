import { setTimeout as pause } from 'node:timers/promises'
import { type GenerationWithMedia, readGeneration } from '#core/generations/read-generation.ts'
import type { FailureCode } from '#core/generations/rules/failure.ts'
import { isOpen } from '#core/generations/rules/status.ts'
import type { GenerationRow } from '#core/generations/tables.ts'
import type { ApiOptions, RequestContext } from '#core/http/env.ts'

/** Changes are announced; one whose announcement was lost is found after this time, in ms. */
const readInterval = 15_000

/**
 * A result that is not there: the generation goes on, since the wait ended or the server stops, or it
 * failed and was refunded.
 */
export class NoResult extends Error {
  override name = 'NoResult'
  readonly row: GenerationRow
  readonly reason: 'wait_ended' | 'stopping' | FailureCode

  constructor(row: GenerationRow, reason: NoResult['reason']) {
    super(`No result: ${reason}`)
    this.row = row
    this.reason = reason
  }

  /** Whether the generation goes on, so that the same request is answered later. */
  get isUnfinished(): boolean {
    return this.reason === 'wait_ended' || this.reason === 'stopping'
  }
}

type GenerationKey = { accountId: string; id: string }

/**
 * Waits until a generation has ended and returns it with its results. A reader that leaves ends only
 * the wait: the generation continues. Throws `NoResult`: it failed, `resultWaitMs` passed, or
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
      if (given.aborted) throw new NoResult(found.row, 'stopping')
      const left = end - Date.now()
      if (left <= 0) throw new NoResult(found.row, 'wait_ended')
      await pause(Math.min(left, readInterval), undefined, {
        signal: AbortSignal.any([changed.signal, given]),
      }).catch(() => undefined)
    }
  } finally {
    unsubscribe()
  }
}

/** Throws `NoResult` for a generation that failed. */
export function requireResult(found: GenerationWithMedia): GenerationWithMedia {
  if (found.row.error_code && found.outputs.length === 0)
    throw new NoResult(found.row, found.row.error_code)
  return found
}
