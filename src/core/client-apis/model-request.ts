import type { Model } from '#core/models/rules/model.ts'
import type { FieldProblem } from '#core/models/rules/parse-input.ts'
import { Refused } from '#core/refused.ts'
import type { GivenFile } from './given-files.ts'

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

/** Throws `Refused` naming one parameter. */
export function refusedField(field: string, problem: FieldProblem['problem']): Refused {
  return new Refused({ reason: 'invalid_input', problems: [{ field, problem }] })
}

/** Some clients send whole numbers as texts. */
export function numberOf(value: unknown): unknown {
  return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value
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
