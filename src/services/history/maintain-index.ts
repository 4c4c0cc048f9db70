import { addUpPart, findPartsToAddUp } from '#database/queries/history/parts.ts'
import { findBlocksToSeal, sealBlock } from '#database/queries/history/seal.ts'
import { findBlocksToGather, gatherBlock, type Place } from '#database/queries/history/texts.ts'
import type { ServiceContext } from '../context.ts'

const partBatch = 20

/**
 * Adds up the complete parts of long histories, oldest first, because a page expects no gap between
 * two. A part with a record being changed is skipped until the next run, and so are those after it.
 * Returns how many it added up.
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
 * Seals every block whose records have all ended, so that searches need not read them one by one.
 * Several processes may run it at once. Returns how many it sealed.
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
 * Gathers the search terms of unsealed blocks that have many new records, from `place` through
 * `most` blocks. Several processes may run it at once. Returns where to continue; `null`: all were
 * visited.
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
