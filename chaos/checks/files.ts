import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import path from 'node:path'
import type { MediaFact, Snapshot } from './snapshot.ts'
import type { Findings, Violation } from './violation.ts'

const atOnce = 8

/** Every result file lies in storage, whole: its size and its hash are the recorded ones. */
export async function checkFiles({ media }: Snapshot, directory: string, findings: Findings): Promise<void> {
  const broken: Omit<Violation, 'invariant'>[] = []
  const waiting = [...media]
  const lane = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const fault = await judge(next, path.join(directory, next.storage_key))
      if (fault) broken.push({ generation: next.generation_id, detail: `${next.storage_key}: ${fault}` })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  findings.note('every result file is stored whole', media.length, broken)
}

async function judge(media: MediaFact, file: string): Promise<string | null> {
  const hash = createHash('sha256')
  let bytes = 0
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      bytes += chunk.length
    }
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error)
  }
  if (bytes !== media.bytes) return `${bytes} bytes, recorded ${media.bytes}`
  return hash.digest('hex') === media.sha256 ? null : 'another hash than recorded'
}
