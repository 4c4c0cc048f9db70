import type { GenerationView } from '#core/generations/generation-contract.ts'
import { isOpen } from '#web/lib/jobs/generations.ts'

/**
 * The order of the strip: running jobs first, then the rest, newest first. An existing entry keeps
 * its place, so a job that finishes does not move; new entries are added in front, older ones at
 * the end.
 */
export function orderSession(
  placed: readonly string[],
  generations: readonly GenerationView[],
): string[] {
  const byId = new Map(generations.map((generation) => [generation.id, generation]))
  const kept = placed.filter((id) => byId.has(id))
  const added = [...byId.values()].filter(({ id }) => !kept.includes(id)).sort(runningFirst)
  if (kept.length === 0) return added.map(({ id }) => id)

  const newest = kept.reduce((latest, id) => maxText(latest, byId.get(id)?.created_at ?? ''), '')
  const isNew = ({ created_at }: GenerationView) => created_at > newest
  return [
    ...idsOf(added.filter(isNew)),
    ...kept,
    ...idsOf(added.filter((generation) => !isNew(generation))),
  ]
}

function runningFirst(one: GenerationView, other: GenerationView): number {
  return (
    Number(isOpen(other)) - Number(isOpen(one)) || other.created_at.localeCompare(one.created_at)
  )
}

const idsOf = (generations: GenerationView[]) => generations.map(({ id }) => id)
const maxText = (one: string, other: string) => (one > other ? one : other)
