import { kinds } from '#core/models/rules/kinds.ts'
import type { Parts } from '#core/parts.ts'
import { addUpPart, findPartsToAddUp } from './queries/parts.ts'
import { findUnsealedBlocks, sealBlock, writeBlocks } from './queries/seal.ts'
import { finishHistoryTask, takeHistoryTasks } from './queries/tasks.ts'
import { findBlocksToGather, gatherBlock } from './queries/texts.ts'

/** What was done, and whether anything is left to do later. */
export type IndexResult = { sealed: number; addedUp: number; gathered: number; isDone: boolean }

/**
 * Brings the index of an account's histories up to date: writes finished blocks, seals those whose
 * records have all ended, adds up complete parts, and gathers the search texts of the others. What
 * is being changed is left for later. Several processes may run it at once.
 */
export async function indexHistories(
  { database }: Parts<'database'>,
  accountId: string,
): Promise<IndexResult> {
  const result: IndexResult = { sealed: 0, addedUp: 0, gathered: 0, isDone: true }
  for (const kind of kinds) {
    const history = { accountId, kind }
    let written: number | null
    do written = await writeBlocks(database, history)
    while (written)
    if (written === null) result.isDone = false
    for (const part of await findPartsToAddUp(database, history)) {
      // Oldest first, because a page expects no gap between two parts.
      if (await addUpPart(database, history, part)) result.addedUp++
      else {
        result.isDone = false
        break
      }
    }
  }
  for (const { isDone, ...block } of await findUnsealedBlocks(database, accountId)) {
    if (!isDone) result.isDone = false
    else if (await sealBlock(database, block)) result.sealed++
  }
  for (const kind of kinds) {
    for (const block of await findBlocksToGather(database, { accountId, kind })) {
      if (await gatherBlock(database, block)) result.gathered++
    }
    const left = await findBlocksToGather(database, { accountId, kind })
    if (left.length > 0) result.isDone = false
  }
  return result
}

const tasksAtOnce = 20
/** The pause before an account is indexed again that has records being changed, in ms. */
const pause = 60_000

/** Indexes the histories that are due. */
export async function indexDueHistories(context: Parts<'background' | 'database'>): Promise<void> {
  const { database, background } = context
  for (let tasks = tasksAtOnce; tasks === tasksAtOnce && !background.signal.aborted; ) {
    const due = await takeHistoryTasks(database, { limit: tasksAtOnce, pause })
    for (const task of due) {
      const { isDone } = await indexHistories(context, task.accountId)
      if (isDone) await finishHistoryTask(database, task)
    }
    tasks = due.length
  }
}
