import { makeThumbnail } from '#core/media/make-thumbnails.ts'
import { readMediaAddress } from '#core/media/media-address-rules.ts'
import { findReadableMedia } from '#core/media/queries/media.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import { findOwnNearCopies, type NearCopy } from './queries.ts'

/** The most records that are named. */
const limit = 12

/**
 * Returns the account's records with a near copy of one of its files, the newest first; none where
 * the file shows too little. Throws `Refused` `not_found` for an address of no such file.
 */
export async function findNearCopies(
  context: Parts<'changes' | 'database' | 'log' | 'parsers' | 'storage'>,
  { accountId, address }: { accountId: string; address: string },
): Promise<NearCopy[]> {
  const place = readMediaAddress(address)
  const find = () =>
    place?.accountId === accountId
      ? findReadableMedia(context.database, place, accountId)
      : undefined
  const media = await find()
  if (!media) throw new Refused({ reason: 'not_found' })
  if (!media.thumbnail_tried_at) await makeThumbnail(context, media)
  const hash = media.perceptual_hash ?? (await find())?.perceptual_hash
  if (!hash) return []
  return findOwnNearCopies(context.database, { accountId, hashes: [hash], limit })
}
