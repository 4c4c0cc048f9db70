import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server'
import { readAccount } from '#core/accounts/change-account.ts'
import { readAllowedModels } from '#core/accounts/start-checks.ts'
import { acquireStream } from '#core/events/stream-room.ts'
import { cancelGeneration } from '#core/generations/cancel-generation.ts'
import { chooseModel } from '#core/generations/choose-model.ts'
import { quoteInput } from '#core/generations/prepare-input.ts'
import { type GenerationWithMedia, readGeneration } from '#core/generations/read-generation.ts'
import { readInput, readModelSelector } from '#core/generations/routes/create-endpoints.ts'
import { presentGeneration } from '#core/generations/routes/present-generation.ts'
import { isOpen } from '#core/generations/rules/status.ts'
import { startGeneration } from '#core/generations/start-generation.ts'
import { HttpError } from '#core/http/errors.ts'
import { takeDataUris } from '#core/media/uploads/data-uris.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import { Refused } from '#core/refused.ts'
import { watchCancellation } from '../call-cancellations.ts'
import { awaitGeneration } from './await-generation.ts'
import { fileContent, structured, summarize } from './present-result.ts'
import { answerLink } from './resources.ts'
import { type McpCaller, readArguments } from './tool-call.ts'
import { createEndpointFor, GenerateArguments } from './tool-schemas.ts'

/** Starts a generation like its create call does, and waits for it. Throws what refuses it. */
export async function generate(
  caller: McpCaller,
  kind: Kind,
  given: Record<string, unknown>,
  ctx: ServerContext,
): Promise<CallToolResult> {
  const { account, key, context, origins } = caller
  const {
    max_credits: maxCredits,
    wait_seconds: waitSeconds,
    request_id: requestId,
    is_public: isPublic,
    generation_type: type,
    ...body
  } = readArguments(GenerateArguments, given)
  const endpoint = createEndpointFor(kind)
  const selector = { ...readModelSelector(endpoint, body), type }
  const allowed = await readAllowedModels(context, account.id)
  const chosen = chooseModel(selector, readInput(endpoint, body), allowed)
  const { model } = chosen
  const { input, dataFiles } = takeDataUris(model, chosen.input)
  const { credits } = quoteInput(context, model, input)
  if (maxCredits !== undefined && credits > maxCredits)
    throw new Refused({ reason: 'above_max_credits', required: credits, max: maxCredits })

  // Reserved before the charge: a call that may not wait costs nothing.
  return withWait(caller, ctx, async (cancelled) => {
    const row = await startGeneration(context, {
      accountId: account.id,
      keyId: key.id,
      model,
      input,
      dataFiles,
      requestId,
      isPublic: isPublic ?? account.default_public,
      isPublicByDefault: isPublic === undefined,
      // The charge is the price that was compared, or nothing.
      expectedCredits: credits,
      renewsDay: account.renews_day,
      termsVersion: account.terms_version,
      origins,
    })
    return presentWhenEnded(caller, { id: row.id, waitSeconds, cancelled }, ctx)
  })
}

/** Waits for a generation and returns it with its files. Throws `Refused` `not_found`. */
export async function readWhenEnded(
  caller: McpCaller,
  wanted: { id: string; waitSeconds: number },
  ctx: ServerContext,
): Promise<CallToolResult> {
  return withWait(caller, ctx, (cancelled) =>
    presentWhenEnded(caller, { ...wanted, cancelled }, ctx),
  )
}

/**
 * Cancels a generation that waits. Throws `Refused`: `not_found`, `too_late`, `unavailable`.
 */
export async function cancel(
  { account, context, reader }: McpCaller,
  id: string,
): Promise<CallToolResult> {
  const cancellation = await cancelGeneration(context, account.id, id)
  const generation = presentGeneration(await readGeneration(context, account.id, id), reader)
  const now = await readAccount(context, account.id)
  return structured({ ...summarize(generation), credits_left: now?.credits ?? 0, cancellation })
}

/**
 * Runs a call that waits, in one of the account's slots. The signal aborts when the client cancels the
 * call; clients do so as well when their own time is over, so what was started goes on.
 */
async function withWait(
  caller: McpCaller,
  ctx: ServerContext,
  run: (cancelled: AbortSignal) => Promise<CallToolResult>,
): Promise<CallToolResult> {
  const { account, hub, key } = caller
  const release = acquireStream(account.id, 'tools')
  const call = { accountId: account.id, keyId: key.id, requestId: ctx.mcpReq.id }
  const cancellation = watchCancellation(hub, call)
  try {
    return await run(cancellation.signal)
  } finally {
    cancellation.end()
    release()
  }
}

async function presentWhenEnded(
  caller: McpCaller,
  { id, waitSeconds, cancelled }: { id: string; waitSeconds: number; cancelled: AbortSignal },
  ctx: ServerContext,
): Promise<CallToolResult> {
  const { account, context, hub, reader, watch } = caller
  const revoked = new AbortController()
  const unwatch = watch(() => revoked.abort())
  try {
    const found = await awaitGeneration({
      context,
      hub,
      accountId: account.id,
      id,
      waitMs: waitSeconds * 1000,
      signal: AbortSignal.any([ctx.mcpReq.signal, caller.signal, cancelled, revoked.signal]),
      onProgress: progressSender(ctx),
    })
    // What was started is charged and goes on; a revoked credential does not get its result.
    if (revoked.signal.aborted) throw new HttpError('unauthorized')
    const generation = presentGeneration(found, reader)
    const now = await readAccount(context, account.id)
    const files = isOpen(found.row.status)
      ? []
      : [...(await fileContent(context, account.id, generation.images)), ...answerLink(generation)]
    return structured({ ...summarize(generation), credits_left: now?.credits ?? 0 }, files)
  } finally {
    unwatch()
  }
}

/** Progress only grows: a client may drop what does not. */
function progressSender(ctx: ServerContext) {
  const progressToken = ctx.mcpReq._meta?.progressToken
  let last = 0
  return async ({ row }: GenerationWithMedia): Promise<void> => {
    if (progressToken === undefined) return
    last = Math.min(99, Math.max(last + 0.1, row.progress ?? 0))
    const message =
      row.status === 'pending'
        ? row.queue_position
          ? `Waiting, ${row.queue_position} ahead`
          : 'Waiting'
        : 'Processing'
    const params = { progressToken, progress: last, total: 100, message }
    await ctx.mcpReq.notify({ method: 'notifications/progress', params })
  }
}
