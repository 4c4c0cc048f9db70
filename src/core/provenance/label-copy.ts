import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MediaRow } from '#core/media/tables.ts'
import type { Parts } from '#core/parts.ts'
import {
  type CopyContext,
  type MarkedMedia,
  markOf,
  markPacket,
  signConverted,
} from './mark-copy.ts'
import type { VisibleLabel } from './rules/visible-label.ts'

/**
 * The label that readers other than its owner see on a result or its thumbnail; `null`: the operator
 * wants none, it is no image, or no model made any of it.
 */
export function labelFor(
  { settings }: Parts<'settings'>,
  media: Pick<MediaRow, 'role' | 'content_type' | 'mark' | 'digital_source'>,
  isThumbnail: boolean,
): VisibleLabel | null {
  const { role, content_type: type, mark, digital_source: source } = media
  const isGenerated = role !== 'input' && !(mark === 'none' && source === null)
  const isLabelled = isGenerated && (isThumbnail || type.startsWith('image/'))
  return isLabelled ? settings.current().settings.visible_label : null
}

type LabelledFile = { key: string; isThumbnail: boolean; label: VisibleLabel; directory: string }

/**
 * Writes a labelled copy of a stored image, or of its thumbnail, below `directory`, and answers its path.
 * The copy of an image is signed, with the stored one as its ingredient. Throws what storage and the
 * parsers throw.
 */
export async function writeLabelled(
  context: CopyContext,
  media: MarkedMedia,
  { key, isThumbnail, label, directory }: LabelledFile,
): Promise<string> {
  const [from, to] = [path.join(directory, 'stored'), path.join(directory, 'labelled')]
  await pipeline(await context.storage.read(key), createWriteStream(from))
  const mark = isThumbnail ? null : markOf(context, media)
  const xmp = mark && markPacket(mark)
  await context.parsers.run('labelImage', { from, to, label, xmp }, { accountId: media.account_id })
  if (!mark) return to
  return signConverted(context, media, { from, to, contentType: media.content_type, xmp })
}
