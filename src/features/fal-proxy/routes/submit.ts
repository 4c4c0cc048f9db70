import type { AccountRow } from '#core/accounts/tables.ts'
import { requireKnownType } from '#core/generations/choose-model.ts'
import { CreateEnvelope } from '#core/generations/generation-contract.ts'
import { createEndpoints } from '#core/generations/routes/create-endpoints.ts'
import { type StartRequest, startGeneration } from '#core/generations/start-generation.ts'
import type { ApiOptions, RequestContext } from '#core/http/env.ts'
import { HttpError } from '#core/http/errors.ts'
import { readIdempotencyKey } from '#core/http/idempotency-key.ts'
import { ownOrigins } from '#core/http/own-addresses.ts'
import { readBody } from '#core/http/validation.ts'
import { takeDataUris } from '#core/media/uploads/data-uris.ts'
import { chooseEndpoint, type Model } from '#core/models/rules/model.ts'
import { type FieldProblem, parseInput } from '#core/models/rules/parse-input.ts'
import type { AllParts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import type { SubmitAction } from './target.ts'

/**
 * The model's own input, and whether the generation is public; absent: the account's default.
 */
const SubmitBody = CreateEnvelope.pick({
  is_public: true,
  isPublic: true,
  image_generation_type: true,
  video_generation_type: true,
  audio_generation_type: true,
}).loose()

/**
 * Starts a generation as a create call does: parsed by the catalogue, priced, charged, recorded.
 * Only the input of the request is passed on: no header, no `fal_webhook`. Throws `Refused`; then
 * nothing was charged.
 */
export async function submit(
  options: ApiOptions,
  c: RequestContext,
  account: AccountRow,
  { model, endpoint }: SubmitAction,
) {
  const requestId = readIdempotencyKey(c.req.header('idempotency-key'))
  const { is_public, isPublic, ...body } = await readBody(c, SubmitBody)
  for (const { kind, typeField } of createEndpoints)
    if (typeField) requireKnownType(kind, body[typeField])
  const ownInput = model.fromProvider?.(body, endpoint) ?? body
  const owner = {
    accountId: account.id,
    keyId: c.get('key')?.id ?? null,
    origins: ownOrigins(c, options),
  }
  try {
    const { input, dataFiles } = takeDataUris(model, ownInput)
    refuseOtherEndpoint(model, input, endpoint)
    return await startOnce(options.context, {
      ...owner,
      model,
      input,
      dataFiles,
      requestId,
      isPublic: is_public ?? isPublic ?? account.default_public,
      isPublicByDefault: is_public === undefined && isPublic === undefined,
    })
  } catch (error) {
    throw withBodyNames(error, (field) => nameInBody(model, endpoint, body, field))
  }
}

/** The same refusal, with each field's name in the body. */
function withBodyNames(error: unknown, nameOf: (field: string) => string): unknown {
  if (!(error instanceof Refused) || error.refusal.reason !== 'invalid_input') return error
  const problems = error.refusal.problems.map((problem) => ({
    ...problem,
    field: nameOf(problem.field),
  }))
  return new Refused({ reason: 'invalid_input', problems })
}

/** Returns the key of the provider's body for this field; our own name where there is none. */
function nameInBody(
  { fromProvider }: Model,
  endpoint: string,
  body: Record<string, unknown>,
  field: string,
): string {
  if (!fromProvider || field in body) return field
  const without = fromProvider({}, endpoint)[field]
  return (
    Object.keys(body).find(
      (name) => fromProvider({ [name]: body[name] }, endpoint)[field] !== without,
    ) ?? field
  )
}

/**
 * The input may belong to another endpoint of the model: then a file is missing that this one
 * starts from, or one is present that it does not accept.
 */
function refuseOtherEndpoint(model: Model, raw: Record<string, unknown>, asked: string): void {
  const parsed = parseInput(model, raw)
  if (!parsed.ok || chooseEndpoint(model, parsed.input) === asked) return

  const files = Object.entries(model.fields).filter(([, { control }]) => control.kind === 'file')
  const problems = files.flatMap(([field]): FieldProblem[] => {
    const leadsHere = (address: string) =>
      chooseEndpoint(model, { ...parsed.input, [field]: address }) === asked
    if (leadsHere('https://file.invalid')) return [{ field, problem: 'required' }]
    return leadsHere('') ? [{ field, problem: 'not_used' }] : []
  })
  throw problems.length > 0
    ? new Refused({ reason: 'invalid_input', problems })
    : new HttpError('target_not_allowed')
}

/**
 * The client repeats a submit after 503: an error that may have come after the charge must not have
 * that status.
 */
async function startOnce(context: AllParts, request: StartRequest) {
  try {
    return await startGeneration(context, request)
  } catch (error) {
    throw error instanceof Refused
      ? error
      : new Error('Whether this was charged is unknown', { cause: error })
  }
}
