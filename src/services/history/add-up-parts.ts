import { addUpPart, findPartsToAddUp } from '#database/queries/history/parts.ts'
import type { ServiceContext } from '../context.ts'

const batch = 20

/**
 * Adds up the parts of long histories that are complete, oldest first: a page counts on there being
 * none missing between two. One whose records are being changed just now stays for the next time,
 * and so does what follows it. Answers how many it added up.
 */
export async function addUpParts({ database }: Pick<ServiceContext, 'database'>): Promise<number> {
  let added = 0
  for (;;) {
    const parts = await findPartsToAddUp(database, batch)
    for (const part of parts) {
      if (!(await addUpPart(database, part))) return added
      added++
    }
    if (parts.length < batch) return added
  }
}
