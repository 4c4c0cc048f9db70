import type { AccountRow } from '#core/accounts/tables.ts'
import { startGeneration } from '#core/generations/start-generation.ts'
import type { ApiOptions, RequestContext } from '#core/http/env.ts'
import { readIdempotencyKey } from '#core/http/idempotency-key.ts'
import { ownOrigins } from '#core/http/own-addresses.ts'
import type { Model } from '#core/models/rules/model.ts'
import type { FieldProblem } from '#core/models/rules/parse-input.ts'
import { Refused } from '#core/refused.ts'
import type { GivenFile } from './read-parameters.ts'

type Values = Record<string, unknown>

/** A request in the model's own fields, each with the parameter that it came from. */
export type ModelRequest = {
  model: Model
  input: Values
  /** The parameter of a field, where its name is another. */
  parameters: Record<string, string>
  files: readonly GivenFile[]
}

/**
 * Starts a generation as a create call does. `Idempotency-Key` is its request id. Throws `Refused`
 * naming parameters; then nothing was charged.
 */
export async function start(
  options: ApiOptions,
  c: RequestContext,
  account: AccountRow,
  { model, input, parameters, files }: ModelRequest,
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
      ...(sent.length > 0 && { fileNames: new Map(sent) }),
    })
    c.header('x-generation-id', row.id)
    c.header('x-credits-charged', String(row.price))
    return row
  } catch (error) {
    throw error instanceof Refused ? withParameters(error, parameters) : error
  }
}

function withParameters(error: Refused, parameters: Record<string, string>): Refused {
  if (error.refusal.reason !== 'invalid_input') return error
  const problems = error.refusal.problems.map((problem) => ({
    ...problem,
    field: parameters[problem.field] ?? problem.field,
  }))
  return new Refused({ reason: 'invalid_input', problems })
}

/** Throws `Refused` with these problems, if there are any. */
export function refuseProblems(problems: readonly FieldProblem[]): void {
  if (problems.length > 0) throw new Refused({ reason: 'invalid_input', problems: [...problems] })
}

/**
 * Returns the parameters that are the model's own fields, such as `seed`. Throws `Refused` naming
 * every other one that OpenAI's API does not have.
 */
export function ownFields(
  { fields }: Pick<Model, 'fields'>,
  given: Values,
  known: readonly string[],
): Values {
  const others = Object.entries(given).filter(([name]) => !known.includes(name))
  const options = [...known, ...Object.keys(fields).filter((name) => !known.includes(name))]
  refuseProblems(
    others.flatMap(([field]) =>
      Object.hasOwn(fields, field) && !isFile(fields[field])
        ? []
        : [{ field, problem: 'unknown_name', options }],
    ),
  )
  return Object.fromEntries(others)
}

function isFile(field: Model['fields'][string] | undefined): boolean {
  return field?.control.kind === 'file' || field?.control.kind === 'files'
}
