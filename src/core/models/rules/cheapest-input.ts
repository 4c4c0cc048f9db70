import type { Accept, Control } from './fields.ts'
import { type FormValues, initialValues } from './form-values.ts'
import type { Model } from './model.ts'
import { type FieldProblem, parseInput } from './parse-input.ts'
import { cataloguePrices, type Prices, priceOf } from './price.ts'

/** An input that a model accepts, and its price in credits. */
export type PricedInput = { input: Record<string, unknown>; credits: number }

/** The address that stands for a sample file of each type. */
export type SampleAddress = (accept: Accept) => string

/** More corrections than any form needs. */
const maxCorrections = 100

/**
 * The cheapest input of a model: what its form starts with, what it must be given, and the choices
 * that cost the least. No single change of a choice or a number is cheaper. Throws where nothing
 * that is tried is accepted.
 */
export function cheapestInput(
  model: Model,
  sampleAddress: SampleAddress,
  prices: Prices = cataloguePrices,
): PricedInput {
  const fill = (values: FormValues) => filled(model, values, sampleAddress)
  let values = fill(initialValues(model))
  let best = values && priced(model, values, prices)
  if (!values || !best) throw new Error(`No input of ${model.id} was found that it accepts`)
  for (let found = true; found; ) {
    found = false
    for (const changed of singleChanges(model, values)) {
      const next = fill(changed)
      const price = next && priced(model, next, prices)
      if (!next || !price || price.credits >= best.credits) continue
      values = next
      best = price
      found = true
    }
  }
  return best
}

/** `null`: the model rejects these values. */
function priced(model: Model, values: FormValues, prices: Prices): PricedInput | null {
  const parsed = parseInput(model, values)
  if (!parsed.ok) return null
  return { input: parsed.input, credits: priceOf(model, parsed.input, prices).credits }
}

/** The values with each choice on each other option, and each number at its limits. */
export function* singleChanges({ fields }: Model, values: FormValues): Generator<FormValues> {
  for (const [name, { control }] of Object.entries(fields))
    for (const option of optionsOf(control))
      if (option !== values[name]) yield { ...values, [name]: option }
}

function optionsOf(control: Control): readonly unknown[] {
  switch (control.kind) {
    case 'segments':
    case 'shape':
      return control.options
    case 'switch':
      return [false, true]
    case 'number':
      return [control.min, control.max]
    default:
      return []
  }
}

/** The values with a text and a sample file wherever the model misses one; `null`: it rejects them. */
function filled(model: Model, values: FormValues, sample: SampleAddress): FormValues | null {
  let current = values
  for (let corrections = 0; corrections < maxCorrections; corrections++) {
    const parsed = parseInput(model, current)
    if (parsed.ok) return current
    const [problem] = parsed.problems
    const correction = problem && correct(model, problem, sample)
    if (!correction) return null
    current = { ...current, ...correction }
  }
  return null
}

const sentence = 'A red fox in the snow.'

function correct(
  { fields }: Model,
  { field, problem, min = 1 }: FieldProblem,
  sample: SampleAddress,
): FormValues | null {
  const control = fields[field]?.control
  if (problem !== 'required' && problem !== 'too_short') return null
  switch (control?.kind) {
    case 'text':
      return { [field]: sampleText(min) }
    case 'file':
      return { [field]: sample(control.accept) }
    case 'files':
      return { [field]: Array.from({ length: min }, () => sample(control.accept)) }
    default:
      return null
  }
}

/** A text of at least so many characters, in one line. */
function sampleText(min: number): string {
  return Array(Math.ceil(min / sentence.length))
    .fill(sentence)
    .join(' ')
}
