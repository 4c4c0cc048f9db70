import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { maxImagePixels } from '#core/generations/rules/result-files.ts'
import { fileTypeOf } from '#core/media/file-type.ts'
import { sniff } from '#core/media/validation/sniff.ts'
import { InvalidMedia } from '#core/parsers/invalid-media.ts'
import { ParserEnded, type ParserPool } from '#core/parsers/parser-pool.ts'
import { Refused } from '#core/refused.ts'

/** What came of a file: it was read, refused by a documented code, or its parser was ended. */
export type ParseOutcome = 'read' | 'refused' | 'ended'

/**
 * Runs every task that the product runs on an uploaded file or a result with these bytes. Throws
 * what is neither a refusal nor an invalid file.
 */
export async function parseAsProduct(
  pool: ParserPool,
  file: Buffer,
  accountId: string,
): Promise<ParseOutcome> {
  const directory = await mkdtemp(path.join(tmpdir(), 'atelier-fuzz-'))
  const outcomes: ParseOutcome[] = []
  try {
    for (const task of tasksFor(pool, file, { accountId, directory }))
      outcomes.push(await outcomeOf(task))
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
  if (outcomes.includes('ended')) return 'ended'
  return outcomes.includes('read') ? 'read' : 'refused'
}

async function outcomeOf(task: () => Promise<unknown>): Promise<ParseOutcome> {
  try {
    await task()
    return 'read'
  } catch (error) {
    if (error instanceof ParserEnded) return 'ended'
    if (error instanceof InvalidMedia || error instanceof Refused) return 'refused'
    throw error
  }
}

type Place = { accountId: string; directory: string }

function tasksFor(pool: ParserPool, file: Buffer, place: Place): (() => Promise<unknown>)[] {
  const { accountId, directory } = place
  // As storage does, which would take such a range for an error of its own.
  const read = async (start: number, end: number) => {
    if (!(start >= 0 && start < end && end <= file.length))
      throw new RangeError(`bytes ${start} to ${end} of ${file.length}`)
    return file.subarray(start, end)
  }
  const sniffed = sniff(file.subarray(0, 64))
  const type = fileTypeOf(file)
  const embed = () => {
    const planned = { bytes: file.length, contentType: type?.contentType ?? '', xmp: '<x/>' }
    return pool.run('planPacket', planned, { accountId, read })
  }
  if (!sniffed) return []
  switch (sniffed.medium) {
    case 'image':
      return [
        () => rewrite(pool, file, sniffed.format, place),
        () => pool.run('shrinkImage', { content: file, maxPixels: maxImagePixels }, { accountId }),
        embed,
      ]
    case 'gif':
      return [
        async () => {
          const from = path.join(directory, 'animation')
          await writeFile(from, file)
          await pool.run('readGif', { path: from }, { accountId })
        },
      ]
    default: {
      const { medium, contentType, extension } = sniffed
      const container = {
        ...{ bytes: file.length, type: { contentType, extension } },
        ...{ medium, requiresAudio: false },
      }
      const metadata = { bytes: file.length, contentType }
      return [
        () => pool.run('inspectContainer', container, { accountId, read }),
        () => pool.run('findMetadata', metadata, { accountId, read }),
        embed,
      ]
    }
  }
}

/** As an uploaded image is encoded again. */
async function rewrite(
  pool: ParserPool,
  file: Buffer,
  format: string,
  { accountId, directory }: Place,
): Promise<void> {
  const from = path.join(directory, 'image')
  const to = path.join(directory, 'clean')
  await writeFile(from, file)
  await pool.run('readImageHead', { path: from, format }, { accountId })
  if (format === 'heic') await pool.run('decodeHeic', { from, to, colours: null }, { accountId })
  else await pool.run('rewriteImage', { from, to, format: 'jpeg' }, { accountId })
}
