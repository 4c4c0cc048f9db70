import type { UseSample } from '#core/generations/record-sample.ts'
import { likeShared } from './read-shared.ts'
import { shareGeneration } from './share-generation.ts'

/** Shows some samples of the demo in Explore, where their owner likes some. */
export const shareSample: UseSample = async (context, { accountId, id, uses }) => {
  if (!uses.includes('shared')) return
  const shown = { isListed: true, showsSettings: true }
  const { token } = await shareGeneration(context, { accountId, id }, shown)
  if (uses.includes('liked')) await likeShared(context, { accountId, token, isLiked: true })
}
