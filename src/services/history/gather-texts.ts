import { findBlocksToGather, gatherBlock, type Place } from '#database/queries/history/texts.ts'
import type { ServiceContext } from '../context.ts'

const batch = 500

/**
 * Gathers what the records of unsealed blocks are found by, wherever many have been made since,
 * going on from `place` through `most` blocks. Any number of processes may do it at once. Answers
 * where to go on; `null`: all were looked at.
 */
export async function gatherTexts(
  { database }: Pick<ServiceContext, 'database'>,
  place: Place = null,
  most = Number.POSITIVE_INFINITY,
): Promise<Place> {
  for (let seen = 0; seen < most; seen += batch) {
    const { blocks, next } = await findBlocksToGather(database, { after: place, limit: batch })
    for (const block of blocks) await gatherBlock(database, block)
    if (next === null) return null
    place = next
  }
  return place
}
