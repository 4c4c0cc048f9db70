import type { GenerationView } from '#core/generations/generation-contract.ts'
import type { FormAddress } from '#web/shared/form-address.ts'

export const comparePath = '/compare'

/** One side of a comparison: a generation and which of its results, from 1. */
export type ComparisonSide = { id: string; at: number }

/** The parameters of the given sides: the id, with `.2` for the second result. */
export function comparisonQuery(sides: {
  a?: ComparisonSide | undefined
  b?: ComparisonSide | undefined
}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(sides).flatMap(([name, side]) =>
      side ? [[name, side.at > 1 ? `${side.id}.${side.at}` : side.id]] : [],
    ),
  )
}

/** Reads one side; an index that makes no sense is the first result. */
export function parseSide(text: string | undefined): { id: string | undefined; at: number } {
  if (!text) return { id: undefined, at: 1 }
  const [id, at] = text.split('.')
  const index = Number(at ?? 1)
  return { id, at: Number.isInteger(index) && index > 0 ? index : 1 }
}

/** The comparison of the first results of two generations, or of one that is still to be chosen. */
export function comparisonAddress(a: ComparisonSide, b?: ComparisonSide): FormAddress {
  return { to: comparePath, query: comparisonQuery({ a, b }) }
}

/** Whether it has a result that can be compared. */
export function hasComparable({ images }: Pick<GenerationView, 'images'>): boolean {
  return images.some(({ content_type }) => /^(image|video)\//.test(content_type))
}

/** The most generations in one grid. */
export const maxInGrid = 8

/** The grid of the results of several generations. */
export function gridAddress(ids: readonly string[]): FormAddress {
  return { to: comparePath, query: { ids: ids.join(',') } }
}

/** The generations of a grid's address, each once. */
export function parseGrid(text: string | undefined): string[] {
  return [...new Set((text ?? '').split(',').filter(Boolean))].slice(0, maxInGrid)
}
