import type { Model } from '#catalogue/model.ts'
import { type FieldProblem, parseInput } from '#catalogue/parse-input.ts'
import { type Price, type PriceOverrides, priceOf } from '#catalogue/price.ts'
import { unusedFiles } from '#catalogue/request-files.ts'
import { Refused } from '../../refused.ts'

export type Prepared = { model: Model; input: Record<string, unknown>; price: Price }

/**
 * Checks the input against its model and prices it. Throws `Refused` with every problem at once; a
 * file that the model does not take is one, for it would be paid for and ignored.
 */
export function prepareInput(
  model: Model,
  raw: Record<string, unknown>,
  overrides: PriceOverrides,
): Prepared {
  const parsed = parseInput(model, raw)
  const problems = [...(parsed.ok ? [] : parsed.problems), ...unusedFiles(model, raw)]
  if (!parsed.ok || problems.length > 0) throw new Refused({ reason: 'invalid_input', problems })
  return { model, input: parsed.input, price: priceOf(model, parsed.input, overrides) }
}

/**
 * What an input will cost once its files are there: no price hangs on them. Throws `Refused` for
 * all other problems.
 */
export function quoteInput(
  model: Model,
  raw: Record<string, unknown>,
  overrides: PriceOverrides,
): Price {
  const parsed = parseInput(model, raw)
  const missing = parsed.ok
    ? []
    : parsed.problems.filter((problem) => isMissingFile(model, problem))
  if (missing.length === 0) return prepareInput(model, raw, overrides).price
  const filled = Object.fromEntries(missing.map(({ field }) => [field, 'https://file.invalid']))
  return quoteInput(model, { ...raw, ...filled }, overrides)
}

function isMissingFile({ fields }: Model, { field, problem }: FieldProblem): boolean {
  return problem === 'required' && fields[field]?.control.kind === 'file'
}
