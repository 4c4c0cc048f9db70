import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createParserPool } from '#core/parsers/parser-pool.ts'
import { sampleFile } from '../support/files.ts'
import { mutateFile, seededRandom } from './mutate-file.ts'
import { type ParseOutcome, parseAsProduct } from './parse-as-product.ts'

/** A small real file of each accepted format. */
export const fuzzedFiles = [
  ...['photo.jpg', 'photo.png', 'photo.heic', 'moving.gif'],
  ...['video.mp4', 'clip-silent.mp4', 'video.mov', 'video.webm', 'place.webm'],
  ...['sound.m4a', 'sound.wav', 'sound.mp3', 'sound.ogg', 'sound.flac', 'sound.aac'],
  'voice-without-duration.webm',
]

/** `timeoutMs`: the limit of a task. `keep`: where files whose parser was ended are written. */
export type FuzzOptions = {
  seed: number
  mutations: number
  timeoutMs: number
  files?: readonly string[]
  keep?: string
  onProgress?: (done: number) => void
}

export type FuzzReport = {
  outcomes: Record<ParseOutcome, number>
  /** How often parsers were ended, by file and cause. */
  ended: Record<string, number>
  /** Parsers that crashed, which a damaged file must never cause. */
  crashes: number
}

/** How many files are parsed at once. */
const concurrency = 4

/**
 * Damages small real files and parses them as the product does. Throws where a file is neither
 * read, nor refused, nor ended.
 */
export async function runFuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { seed, mutations, timeoutMs, files = fuzzedFiles, keep, onProgress } = options
  const report: FuzzReport = { outcomes: { read: 0, refused: 0, ended: 0 }, ended: {}, crashes: 0 }
  const pool = createParserPool({
    timeoutMs,
    meter: {
      count: (_name, labels) => {
        if ('cause' in labels && labels.cause === 'exit') report.crashes += 1
      },
    },
  })
  const samples = await Promise.all(
    files.map(async (name) => ({ name, content: await sampleFile(name) })),
  )
  let next = 0
  const lane = async (account: string) => {
    for (let index = next++; index < mutations; index = next++) {
      const sample = samples[index % samples.length]
      if (!sample) return
      const { mutation, file } = mutateFile(sample.content, seededRandom(seed * 1_000_003 + index))
      const outcome = await parseAsProduct(pool, file, account)
      report.outcomes[outcome] += 1
      if (outcome === 'ended') {
        report.ended[sample.name] = (report.ended[sample.name] ?? 0) + 1
        if (keep) await keepFile(keep, `${index}-${mutation}-${path.basename(sample.name)}`, file)
      }
      onProgress?.(index + 1)
    }
  }
  try {
    await Promise.all(Array.from({ length: concurrency }, (_, each) => lane(`account-${each}`)))
  } finally {
    pool.stop()
  }
  return report
}

async function keepFile(directory: string, name: string, file: Buffer): Promise<void> {
  await mkdir(directory, { recursive: true })
  await writeFile(path.join(directory, name), file)
}
