import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { InvalidMedia } from '#core/parsers/invalid-media.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import type { FileType } from './file-type.ts'
import { sniff } from './validation/sniff.ts'
import { cleanTypes, encodeAgain } from './validation/validate-image.ts'

/** The formats of images that not every browser shows. */
export type FormatToConvert = 'avif' | 'heic' | 'svg'

/** How an SVG begins, perhaps after its declaration or a comment. */
const svgStart = /^\uFEFF?\s*<(?:svg[\s>]|\?xml\s|!DOCTYPE svg|!--)/i

/** Reads the format of such an image from its first bytes; `null`: another file. */
export function formatToConvert(head: Uint8Array): FormatToConvert | null {
  if (svgStart.test(new TextDecoder().decode(head))) return 'svg'
  const type = sniff(head)
  if (type?.medium !== 'image') return null
  return type.format === 'avif' || type.format === 'heic' ? type.format : null
}

/**
 * Makes a JPEG, or a PNG with transparency, of an image of an account that not every browser shows; an
 * SVG, which can contain scripts, becomes a PNG. Throws `InvalidMedia`: it is damaged or too large; or what reading the body throws.
 */
export async function convertForDisplay(
  context: Parts<'parsers'>,
  accountId: string,
  { body, format }: { body: AsyncIterable<Uint8Array>; format: FormatToConvert },
): Promise<{ content: Buffer; type: FileType }> {
  const directory = await mkdtemp(path.join(tmpdir(), 'atelier-convert-'))
  try {
    const from = path.join(directory, 'file')
    await pipeline(body, createWriteStream(from))
    const clean = `${from}.clean`
    const to = await convert(context, accountId, { from, clean, format }).catch(
      (error: unknown) => {
        throw error instanceof Refused ? new InvalidMedia(error.refusal.reason) : error
      },
    )
    return { content: await readFile(clean), type: cleanTypes[to] }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

async function convert(
  context: Parts<'parsers'>,
  accountId: string,
  { from, clean, format }: { from: string; clean: string; format: FormatToConvert },
): Promise<keyof typeof cleanTypes> {
  if (format === 'svg') {
    await context.parsers.run('rasterizeSvg', { from, to: clean }, { accountId })
    return 'png'
  }
  return (await encodeAgain(context, accountId, { path: from, clean, format })).to
}
