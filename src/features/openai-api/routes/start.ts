import type { AccountRow } from '#core/accounts/tables.ts'
import { startGeneration } from '#core/generations/start-generation.ts'
import type { ApiOptions, RequestContext } from '#core/http/env.ts'
import { readIdempotencyKey } from '#core/http/idempotency-key.ts'
import { ownOrigins } from '#core/http/own-addresses.ts'
import type { Model } from '#core/models/rules/model.ts'
import type { FieldProblem } from '#core/models/rules/parse-input.ts'
import { Refused } from '#core/refused.ts'
import { type GivenFile, numberOf } from './read-parameters.ts'

type Values = Record<string, unknown>

/** A request in the model's own fields, each with the parameter that it came from. */
export type ModelRequest = {
  model: Model
  input: Values
  /** The parameter of a field, where its name is another. */
  parameters: Record<string, string>
  files: readonly GivenFile[]
  /** The parameters without effect, as `ignoredNames` finds them. */
  ignored: readonly string[]
  /** The generation that it repeats with other words. */
  parentId?: string
}

/**
 * Starts a generation as a create call does. `Idempotency-Key` is its request id. Throws `Refused`
 * naming parameters; then nothing was charged.
 */
export async function start(
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

/** Throws `Refused` with these problems, if there are any. */
export function refuseProblems(problems: readonly FieldProblem[]): void {
  if (problems.length > 0) throw new Refused({ reason: 'invalid_input', problems: [...problems] })
}

/**
 * Returns the parameters that are the model's own fields, such as `seed`; a text is a number where the
 * field is one. Throws `Refused` naming every other one that would decide about files, number, size or
 * length of the result: `ignoredNames` has the rest.
 */
export function ownFields(
  { fields }: Pick<Model, 'fields'>,
  given: Values,
  known: readonly string[],
): Values {
  const options = [...known, ...Object.keys(fields).filter((name) => !known.includes(name))]
  refuseProblems(
    unknownNames({ fields }, given, known)
      .filter(isDecisive)
      .map((field) => ({ field, problem: 'unknown_name', options })),
  )
  const own = Object.entries(given).filter(
    ([name]) => !known.includes(name) && isOwn({ fields }, name),
  )
  return Object.fromEntries(
    own.map(([name, value]) => [
      name,
      fields[name]?.control.kind === 'number' ? numberOf(value) : value,
    ]),
  )
}

/** The parameters that neither OpenAI's API nor the model has: those of other models and servers. */
export function ignoredNames(
  model: Pick<Model, 'fields'>,
  given: Values,
  known: readonly string[],
): string[] {
  return unknownNames(model, given, known).filter((name) => !isDecisive(name))
}

function unknownNames(model: Pick<Model, 'fields'>, given: Values, known: readonly string[]) {
  return Object.keys(given).filter((name) => !known.includes(name) && !isOwn(model, name))
}

function isOwn({ fields }: Pick<Model, 'fields'>, name: string): boolean {
  return Object.hasOwn(fields, name) && !isFile(fields[name])
}

/** Words of names that decide about the price, or that name a file. */
const decisive =
  /^(num|number|count|samples?|batch|size|width|height|aspect|ratio|resolution|duration|seconds|length|frames?|fps|images?|videos?|audio|mask|files?|urls?)$/i

function isDecisive(name: string): boolean {
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2').split(/[^A-Za-z]+/)
  return words.some((word) => decisive.test(word))
}

function isFile(field: Model['fields'][string] | undefined): boolean {
  return field?.control.kind === 'file' || field?.control.kind === 'files'
}
