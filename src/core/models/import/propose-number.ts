import { defaultOf, groupOf, isNumber, textsOf } from './input-texts.ts'
import type { Schema } from './json-schema.ts'
import { type NumberRange, rangeOf } from './number-range.ts'
import {
  addConstant,
  addField,
  type Input,
  type Proposal,
  SentAlways,
  UnmappableInput,
} from './proposal.ts'
import { proposeChoice } from './propose-choice.ts'

const counts =
  /^((num|n|number|number_of|max)_?(images?|outputs|samples|generations|videos|songs|tracks|clips|variations|candidates|results|audios)|n|batch_size)$/
const perRequest =
  /^(num_?images|num_generations|num_variations|number_of_images|num_outputs|num_samples|batch_size|n)$/

/** A number: a seed, how many results, or one within its range. */
export function proposeNumber(proposal: Proposal, input: Input, schema: Schema): void {
  const { path, isRequired } = input
  const name = path.at(-1) ?? ''
  const isWhole = schema.type === 'integer'
  if (usesSeed(name, schema) && !isRequired) {
    addField(proposal, input, {
      control: 'seed',
      ...seedLimit(path, schema),
      ...textsOf(path, schema),
    })
    return
  }
  const range = rangeOf(name, schema, isWhole)
  if (range.min > range.max) throw new UnmappableInput('no number is within its range')
  const multiple = isNumber(schema.multipleOf) ? schema.multipleOf : undefined
  if (isWhole && counts.test(name) && range.min <= 1 && range.max >= 1)
    proposeCount(proposal, input, schema, range.max)
  else if (multiple !== undefined && !(isWhole && Number.isInteger(multiple)))
    proposeMultiples(proposal, input, schema, { ...range, multiple })
  else proposeWithin(proposal, input, schema, { ...range, multiple })
}

/** A number within limits, of which it may have to be a multiple. */
function proposeWithin(
  proposal: Proposal,
  input: Input,
  schema: Schema,
  { multiple, ...range }: NumberRange & { multiple: number | undefined },
): void {
  const { path, isRequired } = input
  const isWhole = schema.type === 'integer'
  const limits = multiple && multiple > 1 ? multiplesWithin(range, multiple) : range
  if (limits.min > limits.max) throw new UnmappableInput('no number is within its range')
  const given = defaultOf(input, schema, isNumber)
  const initially = given ?? (isRequired ? limits.min : undefined)
  const first =
    initially !== undefined && isWithin(initially, limits, multiple) ? initially : undefined
  addField(proposal, input, {
    control: isWhole ? 'integer' : 'decimal',
    min: limits.min,
    max: limits.max,
    ...(first !== undefined && { default: first }),
    ...(isRequired && first === undefined && { default: limits.min }),
    ...(!isWhole && { step: range.step }),
    ...(multiple && multiple > 1 && { multiple_of: multiple }),
    group: groupOf(path, isRequired),
    ...textsOf(path, schema),
  })
}

type Limits = { min: number; max: number }

function multiplesWithin({ min, max }: Limits, multiple: number): Limits {
  return { min: Math.ceil(min / multiple) * multiple, max: Math.floor(max / multiple) * multiple }
}

function isWithin(value: number, { min, max }: Limits, multiple = 1): boolean {
  return value >= min && value <= max && (multiple <= 1 || value % multiple === 0)
}

/** The most results of one request that an imported form offers. */
export const maxCount = 8

/** Results are charged by the one field that says how many; a second one would be free. */
function proposeCount(proposal: Proposal, input: Input, schema: Schema, max: number): void {
  const name = input.path.join('.')
  if (proposal.result !== 'images' || !perRequest.test(name)) {
    addConstant(proposal, input, 1)
    throw new SentAlways('always 1: more results would not be charged')
  }
  const most = Math.max(1, Math.min(max, maxCount))
  addField(proposal, input, { control: 'count', max: most, ...textsOf(input.path, schema) })
}

const maxMultiples = 101

/** Decimal multiples as options: only those that are exact as binary numbers. */
function proposeMultiples(
  proposal: Proposal,
  input: Input,
  schema: Schema,
  { min, max, multiple }: Limits & { multiple: number },
): void {
  if (!(multiple > 0) || (max - min) / multiple > maxMultiples)
    throw new UnmappableInput('it has too many values')
  const first = Math.ceil(min / multiple)
  const numbers = Array.from({ length: maxMultiples }, (_, n) =>
    Number(((first + n) * multiple).toPrecision(12)),
  )
  const isExact = (value: number) => value <= max && Number.isInteger(value / multiple)
  proposeChoice(proposal, input, { ...schema, enum: numbers.filter(isExact) })
}

/** Whether a number is a seed that a seed control can give: from 0 upwards. */
function usesSeed(name: string, { type, minimum, exclusiveMinimum }: Schema): boolean {
  const least = typeof minimum === 'number' ? minimum : 0
  const isOpen = exclusiveMinimum === undefined && least <= 0
  return /(^|_)seed$/.test(name) && type === 'integer' && isOpen
}

/**
 * The largest seed. Beyond 2^53 only the request's own `seed` keeps all its digits on the way to the
 * provider.
 */
function seedLimit(path: string[], { maximum }: Schema): { max?: number } {
  const named = typeof maximum === 'number' ? Math.floor(maximum) : undefined
  if (named !== undefined) return { max: Math.max(1, Math.min(named, Number.MAX_SAFE_INTEGER)) }
  return path.join('.') === 'seed' ? {} : { max: Number.MAX_SAFE_INTEGER }
}
