import { findBlocksToSeal, sealBlock } from '#database/queries/history/seal.ts'
import type { ServiceContext } from '../context.ts'

const batch = 20

/**
 * Seals every block of records that have all ended, so that searches need not look at them one by
 * one. Any number of processes may do it at once. Answers how many it sealed.
 */
export async function sealBlocks({ database }: Pick<ServiceContext, 'database'>): Promise<number> {
  let sealed = 0
  for (;;) {
    const blocks = await findBlocksToSeal(database, batch)
    for (const block of blocks) if (await sealBlock(database, block)) sealed++
    if (blocks.length < batch) return sealed
  }
}
