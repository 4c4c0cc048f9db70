import { createHash } from 'node:crypto'
import type { Storage } from '../processes/storage.ts'
import type { MediaFact, Snapshot } from './snapshot.ts'
import type { Findings, Violation } from './violation.ts'

const atOnce = 8

/**
 * Every file a generation starts from or ended with lies in storage, whole: its size and its hash
 * are the recorded ones.
 */
export async function checkFiles(
  { generations, media }: Snapshot,
  storage: Storage,
  findings: Findings,
): Promise<void> {
  const broken: Omit<Violation, 'invariant'>[] = []
  const waiting = [...media]
  const lane = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const fault = await validate(next, storage)
      if (fault)
        broken.push({ generation: next.generation_id, detail: `${next.storage_key}: ${fault}` })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  findings.note('every file of a generation is stored whole', media.length, broken)
  findings.note(
    'every generation owns the files it starts from',
    generations.length,
    missing(generations, media),
  )
}

/** As many as its input names. */
function missing(
  generations: Snapshot['generations'],
  media: MediaFact[],
): Omit<Violation, 'invariant'>[] {
  const inputs = Map.groupBy(
    media.filter(({ role }) => role === 'input'),
    ({ generation_id }) => generation_id,
  )
  return generations.flatMap(({ id, files }) => {
    const own = inputs.get(id)?.length ?? 0
    return own === files
      ? []
      : [{ generation: id, detail: `it names ${files} files and owns ${own}` }]
  })
}

async function validate(media: MediaFact, storage: Storage): Promise<string | null> {
  const hash = createHash('sha256')
  let bytes = 0
  try {
    for await (const chunk of storage.read(media.storage_key)) {
      hash.update(chunk)
      bytes += chunk.length
    }
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error)
  }
  if (bytes !== media.bytes) return `${bytes} bytes, recorded ${media.bytes}`
  return hash.digest('hex') === media.sha256 ? null : 'another hash than recorded'
}
