import type { EndEffect } from '#core/generations/end-effects.ts'
import type { Ending } from '#core/generations/queries/end-generation.ts'
import type { GenerationRow } from '#core/generations/tables.ts'
import { modelOf } from '#core/models/rules/catalogue.ts'
import { chooseEndpoint, type Model } from '#core/models/rules/model.ts'
import { costPart } from './cost-queries.ts'
import { billingOf, type JobFacts, quantitiesOf, sizesOf } from './cost-rules.ts'

/**
 * Records what a generation cost in the statement that ends it. What never reached a provider has no
 * record; whether a submit without an answer did is not known.
 */
export const recordCost: EndEffect = {
  partOf: (row, ending) =>
    costPart({
      job: jobOf(row, ending),
      billing: billingOf(ending.failure?.code ?? null),
      quantities: quantitiesOf(factsOf(row, ending)),
    }),
}

function jobOf(row: GenerationRow, { failure }: Ending) {
  if (row.provider_job) {
    const { provider, endpoint, requestId } = row.provider_job
    return { provider, endpoint, requestId }
  }
  const model = modelOf(row)
  if (failure?.code !== 'unknown_outcome' || !model) return null
  return { provider: model.provider, endpoint: chooseEndpoint(model, row.input), requestId: null }
}

/** Blocked and lost results were delivered, too, so that as many are billed as were requested. */
function factsOf(row: GenerationRow, { media = [], ran }: Ending): JobFacts {
  const model = modelOf(row)
  const results = row.requested
  const files = media.map((file) => ({
    durationMs: file.duration_ms ?? null,
    width: file.width ?? null,
    height: file.height ?? null,
  }))
  const expected = expectedFacts(model, row.input, results)
  const sizes = sizesOf(files, results)
  return {
    ...expected,
    runMs: ran?.ms ?? row.run_ms,
    durationMs: sizes.durationMs ?? expected.durationMs,
    pixels: sizes.pixels ?? expected.pixels,
  }
}

/** What is known of a job before it has run. */
export function expectedFacts(
  model: Model | undefined,
  input: Record<string, unknown>,
  results: number,
): JobFacts {
  const seconds = model?.seconds?.(input) ?? null
  const size = model?.pixels?.(input)
  const prompt = input[model?.promptField ?? 'prompt']
  return {
    results,
    runMs: null,
    durationMs: seconds === null ? null : Math.round(seconds * 1_000) * results,
    pixels: size ? size.width * size.height * results : null,
    characters: typeof prompt === 'string' ? [...prompt].length : 0,
  }
}
