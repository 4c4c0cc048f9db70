import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { accountQuery } from '#web/lib/account.ts'
import { request } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { formatNumber } from '#web/lib/format.ts'
import { askToSignIn } from '#web/lib/prompts.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Heart } from '#web/ui/icons/stage-icons.ts'
import type { LikesView, SharedWorkView } from '../contract.ts'
import { sharedWorkQuery } from './shared-works.ts'

/** Likes a shared work, and says how many do. Signed out, it asks to sign in. */
export function LikeButton({ work }: { work: SharedWorkView }) {
  const { token } = work
  const client = useQueryClient()
  const [answer, setAnswer] = useState<LikesView>()
  const { likes, is_liked: isLiked } = answer ?? work
  const liking = useMutation({
    mutationFn: async (like: boolean) => {
      // Right after a page was loaded it may not be known yet who reads it.
      if (!(await client.ensureQueryData(accountQuery))) return askToSignIn()
      return request(like ? 'PUT' : 'DELETE', '/api/shares/{token}/like', { params: { token } })
    },
    onSuccess: (now) => {
      if (!now) return
      setAnswer(now)
      const { queryKey } = sharedWorkQuery(token)
      client.setQueryData(queryKey, (known) => known && { ...known, ...now })
    },
    onError: (error) => toast(errorText(error), { tone: 'bad' }),
  })
  const label = isLiked ? m.share_unlike() : m.share_like()
  return (
    <Button
      size="small"
      variant="quiet"
      icon={Heart}
      aria-pressed={isLiked}
      aria-label={m.share_likes({ action: m.share_like(), count: formatNumber(likes) })}
      data-tip={label}
      busy={liking.isPending}
      className={isLiked ? '!text-accent [&>svg]:fill-current' : ''}
      onClick={() => liking.mutate(!isLiked)}
    >
      <span className="tabular-nums">{formatNumber(likes)}</span>
    </Button>
  )
}
