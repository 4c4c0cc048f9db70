import { addUpPart, findPartsToAddUp } from '#database/queries/history/parts.ts'
import { findBlocksToSeal, sealBlock } from '#database/queries/history/seal.ts'
import { findBlocksToGather, gatherBlock, type Place } from '#database/queries/history/texts.ts'
import type { ServiceContext } from '../context.ts'

const partBatch = 20

/**
 * Adds up the parts of long histories that are complete, oldest first: a page counts on there being
 * none missing between two. One whose records are being changed just now stays for the next time,
 * and so does what follows it. Answers how many it added up.
 */
export async function addUpParts({ database }: Pick<ServiceContext, 'database'>): Promise<number> {
  let added = 0
  for (;;) {
    const parts = await findPartsToAddUp(database, partBatch)
    for (const part of parts) {
      if (!(await addUpPart(database, part))) return added
      added++
    }
    if (parts.length < partBatch) return added
  }
}

const sealBatch = 20

/**
 * Seals every block of records that have all ended, so that searches need not look at them one by
 * one. Any number of processes may do it at once. Answers how many it sealed.
 */
export async function sealBlocks({ database }: Pick<ServiceContext, 'database'>): Promise<number> {
  let sealed = 0
  for (;;) {
    const blocks = await findBlocksToSeal(database, sealBatch)
    for (const block of blocks) if (await sealBlock(database, block)) sealed++
    if (blocks.length < sealBatch) return sealed
  }
}

const gatherBatch = 500

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
  for (let seen = 0; seen < most; seen += gatherBatch) {
    const { blocks, next } = await findBlocksToGather(database, {
      after: place,
      limit: gatherBatch,
    })
    for (const block of blocks) await gatherBlock(database, block)
    if (next === null) return null
    place = next
  }
  return place
}
