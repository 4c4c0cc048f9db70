import { useQueryClient } from '@tanstack/react-query'
import type { GenerationView } from '#contract/generation.ts'
import { accountQuery } from '#web/lib/account.ts'
import { generationKey, generationQuery, historyKey, refundCredits } from '#web/lib/generations.ts'
import { type Toast, toast } from '#web/ui/feedback/toast.ts'
import { refundObstacle } from './refund-obstacle.ts'
import { answerToast, obstacleToast, troubleToast } from './refund-words.ts'

/**
 * Asks for the credits of a failed generation back, and says by a toast what became of it. Never
 * throws.
 */
export function useRefund({ id }: Pick<GenerationView, 'id'>): (reason: string) => Promise<void> {
  const client = useQueryClient()

  return async (reason) => {
    const known = client.getQueryData<GenerationView>(generationKey(id))
    const obstacle = known ? refundObstacle(known) : null
    if (obstacle) return say(obstacleToast(obstacle))
    try {
      const { request_id } = known ?? (await client.fetchQuery(generationQuery(id)))
      say(answerToast(await refundCredits(request_id, reason.replace(/\s+/g, ' ').trim())))
    } catch (error) {
      say(troubleToast(error))
    }
    await Promise.allSettled([
      client.fetchQuery({ ...generationQuery(id), staleTime: 0 }),
      client.invalidateQueries({ queryKey: accountQuery.queryKey }),
      client.invalidateQueries({ queryKey: historyKey }),
    ])
  }
}

function say({ message, ...options }: Toast) {
  toast(message, options)
}
