import { queryOptions } from '@tanstack/react-query'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { request, retryUnlessRefused } from '#web/lib/api.ts'
import type { LineageView } from '../contract.ts'

/** What a generation was made from, and what was made from it. */
export function lineageQuery(id: string) {
  return queryOptions({
    queryKey: ['lineage', id],
    queryFn: ({ signal }) =>
      request('GET', '/api/generations/{id}/lineage', { params: { id }, signal }),
    // Something may have been made from it since.
    staleTime: 0,
    retry: retryUnlessRefused,
  })
}

/** A generation in a tree of lineage. */
export type LineageNode = {
  id: string
  /** `undefined`: it was deleted. */
  generation: GenerationView | undefined
  /** How it was made from the one above it; `undefined` at the top. */
  source: LineageView['links'][number]['source'] | undefined
  children: LineageNode[]
}

/**
 * The trees of a lineage, from what has no known origin down. What was made from several stands
 * below each of them; what was made from it, only the first time.
 */
export function lineageTrees({ generations, links }: LineageView): LineageNode[] {
  const generationOf = new Map(generations.map((generation) => [generation.id, generation]))
  const below = Map.groupBy(links, ({ parent_id }) => parent_id)
  const children = new Set(links.map(({ child_id }) => child_id))
  const roots = [...below.keys()].filter((id) => !children.has(id))
  const seen = new Set<string>()
  const nodeOf = (id: string, source: LineageNode['source']): LineageNode => {
    const isFirst = !seen.has(id)
    seen.add(id)
    const own = isFirst ? (below.get(id) ?? []) : []
    return {
      id,
      source,
      generation: generationOf.get(id),
      // Ids grow with time: the oldest comes first.
      children: own
        .toSorted((a, b) => (a.child_id < b.child_id ? -1 : 1))
        .map((link) => nodeOf(link.child_id, link.source)),
    }
  }
  return roots.sort().map((id) => nodeOf(id, undefined))
}
