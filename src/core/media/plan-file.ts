import { InvalidMedia } from '#core/parsers/invalid-media.ts'
import type { ReadFile } from '#core/parsers/parser-tasks.ts'
import type { Parts } from '#core/parts.ts'
import type { Segment } from './embedding/embed-packet.ts'

/**
 * Plans a file of an account with an XMP packet in it; `null`: it is sent as it is, also where it is
 * damaged. Throws what `read` throws.
 */
export async function planFile(
  { parsers, log }: Parts<'parsers' | 'log'>,
  accountId: string,
  file: { bytes: number; contentType: string; xmp: string },
  read: ReadFile,
): Promise<Segment[] | null> {
  return parsers.run('planPacket', file, { accountId, read }).catch((error: unknown) => {
    if (!(error instanceof InvalidMedia)) throw error
    log.warn({ err: error }, 'settings could not be embedded')
    return null
  })
}
