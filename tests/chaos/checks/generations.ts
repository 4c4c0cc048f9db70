import { countResults, type Snapshot } from './snapshot.ts'
import type { Findings, Violation } from './violation.ts'

type Broken = Omit<Violation, 'invariant'>[]

/** How generations ended at earlier looks: an end never changes again. */
export type Ends = Map<string, string>

/**
 * Where generations stand: ends stay, nothing is open too long, what ended has what it should have.
 */
export function checkGenerations(snapshot: Snapshot, ends: Ends, findings: Findings): void {
  const resultsOf = countResults(snapshot)
  const broken = {
    ends: [] as Broken,
    open: [] as Broken,
    files: [] as Broken,
    notes: [] as Broken,
  }
  const found = new Set<string>()
  for (const generation of snapshot.generations) {
    const { id, status } = generation
    found.add(id)
    const results = resultsOf(id)
    const isOpen = status === 'pending' || status === 'processing'
    if (isOpen && generation.overdue)
      broken.open.push({ generation: id, detail: `${status} a minute after it is waited for` })
    if (!generation.deleted_at && !hasItsResults(status, results, generation.requested)) {
      broken.files.push({
        generation: id,
        detail: `${status} with ${results} of ${generation.requested} results`,
      })
    }
    const { error_code: code } = generation
    // Its owner stopped waiting for an answer to the submit.
    const isStopped = code === 'cancelled' && generation.submitted && generation.job === null
    if ((code === 'unknown_outcome' || code === 'result_lost' || isStopped) && !generation.noted) {
      broken.notes.push({ generation: id, detail: `failed as ${code} without an alert` })
    }
    const end = `${status}, refunded ${generation.refunded}, ${generation.error_code}, ${generation.completed_at?.toISOString()}`
    const before = ends.get(id)
    if (before !== undefined && before !== end)
      broken.ends.push({ generation: id, detail: `was ${before}; is ${end}` })
    if (!isOpen) ends.set(id, end)
  }
  for (const id of ends.keys())
    if (!found.has(id)) broken.ends.push({ generation: id, detail: 'it is gone' })
  const count = snapshot.generations.length
  findings.note('an end never changes', ends.size, broken.ends)
  findings.note(
    'nothing is open a minute after its deadline or, finished at the provider, after its result is kept',
    count,
    broken.open,
  )
  findings.note('completed has every result, partial some, the others none', count, broken.files)
  findings.note(
    'an unknown outcome and a lost result leave an alert for the operator',
    count,
    broken.notes,
  )
}

function hasItsResults(status: string, results: number, requested: number): boolean {
  if (status === 'completed') return results === requested
  if (status === 'partial') return results > 0 && results < requested
  return results === 0
}
