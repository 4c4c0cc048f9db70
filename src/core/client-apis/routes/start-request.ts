import type { AccountRow } from '#core/accounts/tables.ts'
import { startGeneration } from '#core/generations/start-generation.ts'
import type { ApiOptions, RequestContext } from '#core/http/env.ts'
import { readIdempotencyKey } from '#core/http/idempotency-key.ts'
import { ownOrigins } from '#core/http/own-addresses.ts'
import { Refused } from '#core/refused.ts'
import type { ModelRequest } from '../model-request.ts'

/**
 * Starts a generation as a create call does. `Idempotency-Key` is its request id. Throws `Refused`
 * naming parameters; then nothing was charged.
 */
export async function startRequest(
  options: ApiOptions,
  c: RequestContext,
  account: AccountRow,
  { model, input, parameters, files, ignored, parentId }: ModelRequest,
) {
  const sent = files.flatMap(({ address, media }) =>
    media ? [[address, `https://file.invalid/${media.sha256}`] as const] : [],
  )
  try {
    const row = await startGeneration(options.context, {
      accountId: account.id,
      keyId: c.get('key')?.id ?? null,
      origins: ownOrigins(c, options),
      renewsDay: account.renews_day,
      termsVersion: account.terms_version,
      requestId: readIdempotencyKey(c.req.header('idempotency-key')),
      isPublic: account.default_public,
      isPublicByDefault: true,
      model,
      input,
      ...(parentId !== undefined && { parentId }),
      ...(sent.length > 0 && { fileNames: new Map(sent) }),
    })
    c.header('x-generation-id', row.id)
    c.header('x-credits-charged', String(row.price))
    if (ignored.length > 0) c.header('x-ignored-parameters', headerOf(ignored))
    return row
  } catch (error) {
    throw error instanceof Refused ? withParameters(error, parameters) : error
  }
}

/** Names of clients may hold any characters, and be many. */
function headerOf(names: readonly string[]): string {
  return names
    .slice(0, 20)
    .map((name) => encodeURIComponent(name.slice(0, 100).toWellFormed()))
    .join(', ')
}

function withParameters(error: Refused, parameters: Record<string, string>): Refused {
  if (error.refusal.reason !== 'invalid_input') return error
  const problems = error.refusal.problems.map((problem) => ({
    ...problem,
    field: parameters[problem.field] ?? problem.field,
  }))
  return new Refused({ reason: 'invalid_input', problems })
}
