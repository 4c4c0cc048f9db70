import type { ProviderJob } from '../processes/emulator.ts'
import type { Snapshot } from './snapshot.ts'
import type { Findings, Violation } from './violation.ts'

type Broken = Omit<Violation, 'invariant'>[]

const tagOf = (prompt: string | null | undefined) => /chaos-\d+-\d+/.exec(prompt ?? '')?.[0] ?? ''
const tagOfJob = ({ input }: ProviderJob) => tagOf(input.prompt ?? input.text)

/**
 * What the provider did against what was charged. `jobs` were read before the snapshot, so each of
 * them must be in it; `isLast`: nothing goes on any more, so that each generation's job must be
 * among them too. What a retry submits anew is for a generation of its own. `purged`: the tags of
 * deleted accounts, whose jobs can no longer be attributed.
 */
export function checkJobs(
  snapshot: Snapshot,
  all: ProviderJob[],
  findings: Findings,
  { isLast, purged }: { isLast: boolean; purged: ReadonlySet<string> },
): void {
  const jobs = all.filter((job) => !purged.has(tagOfJob(job)))
  const generations = snapshot.generations.filter(
    ({ deleted_at, prompt }) => !deleted_at && !purged.has(tagOf(prompt)),
  )
  const byTag = Map.groupBy(generations, ({ prompt }) => tagOf(prompt))
  const charged = new Set(
    snapshot.entries
      .filter(({ reason }) => reason === 'charge')
      .map((entry) => entry.generation_id),
  )
  const unpaid: Broken = []
  const twice: Broken = []
  const foreign: Broken = []
  for (const [tag, accepted] of Map.groupBy(jobs, tagOfJob)) {
    const owners = byTag.get(tag) ?? []
    const isPaid = owners.filter(({ id }) => charged.has(id)).length === 1
    if (!isPaid)
      unpaid.push({
        tag,
        detail: `${accepted.length} jobs of the provider, ${owners.length} generations`,
      })
    if (accepted.length > Math.max(1, owners.length))
      twice.push({
        tag,
        detail: `accepted ${accepted.length} times: ${accepted.map(({ id }) => id)}`,
      })
  }
  const known = new Map(jobs.map((job) => [job.id, tagOfJob(job)]))
  for (const { id, job, prompt } of generations) {
    const tag = job === null ? undefined : known.get(job)
    const isWrong = job !== null && (tag === undefined ? isLast : tag !== tagOf(prompt))
    if (isWrong)
      foreign.push({ generation: id, detail: `its job ${job} belongs to ${tag ?? 'no account'}` })
  }
  findings.note('every job of the provider belongs to one charged generation', jobs.length, unpaid)
  findings.note('no generation is handed over twice', jobs.length, twice)
  findings.note('every generation knows its own job', generations.length, foreign)
}
