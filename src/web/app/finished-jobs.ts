import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { failedText, jobState, partialText } from '#web/create/stage/job-state.ts'
import { browserSettings } from '#web/lib/browser/browser-settings.ts'
import {
  claimNotice,
  playTone,
  shareVisibility,
  showNotification,
} from '#web/lib/jobs/end-notices.ts'
import { isOpen } from '#web/lib/jobs/generations.ts'
import { forgetStarted, showsJob, wasStartedHere } from '#web/lib/jobs/started-jobs.ts'
import { navigate } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { thumbnailUrl } from '#web/shared/media.ts'
import { generationTitle, recordAddress } from '#web/shared/record-actions/record-links.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { markTab, unmarkTab } from './tab-marks.ts'

/** How long the toast of a finished job stays, in ms. */
const shownMs = 10_000

/**
 * Reports the end of a job that the user does not see on the stage: by a toast with its result, by
 * the tab's title and icon, and by a tone or a notification where this browser is set to. Called
 * once, at the root of the page.
 */
export function useFinishedJobs(): void {
  const client = useQueryClient()
  useEffect(() => {
    const running = new Set<string>()
    const ended = new Set<string>()
    const stop = client.getQueryCache().subscribe(({ type, query }) => {
      if (query.queryKey[0] !== 'generation' || (type !== 'updated' && type !== 'added')) return
      const generation = query.state.data as GenerationView | undefined
      if (!generation) return
      const { id } = generation
      if (isOpen(generation)) {
        running.add(id)
        return
      }
      if (ended.has(id)) return
      ended.add(id)
      // A job that ended while this page was loading was never seen running.
      const isOwn = wasStartedHere(id)
      if (!document.hidden) forgetStarted(id)
      if (running.delete(id) || isOwn) onEnded(generation, isOwn)
    })
    document.addEventListener('visibilitychange', onVisibilityChange)
    const stopSharing = shareVisibility()
    return () => {
      stop()
      stopSharing()
      document.removeEventListener('visibilitychange', onVisibilityChange)
    }
  }, [client])
}

function onEnded(generation: GenerationView, isOwn: boolean): void {
  const state = jobState(generation)
  if (state === 'cancelled' || isOnPage(generation)) return
  const hasFailed = state === 'failed'
  markTab(hasFailed ? m.stage_title_failed() : m.stage_title_done())
  if (!isOwn) return
  const [media] = generation.images
  // The thumbnail is created after the end of a job.
  const icon = media && thumbnailUrl(media)
  const title = endText(generation)
  const body = generationTitle(generation)
  const { to, query } = recordAddress(generation)
  const onOpen = () => navigate(to, { query })
  toast(title, {
    tone: hasFailed ? 'bad' : state === 'partial' ? 'warn' : 'good',
    description: body,
    duration: shownMs,
    ...(icon && { image: icon }),
    action: { label: m.stage_show(), onAction: onOpen },
  })
  void notifyOfEnd(generation.id, { title, body, icon, onOpen })
}

function endText(generation: GenerationView): string {
  const state = jobState(generation)
  if (state === 'failed') return failedText(generation)
  return state === 'partial' ? partialText(generation) : m.stage_done()
}

/** Plays the tone and shows the notification that this browser is set to, in one of its tabs. */
async function notifyOfEnd(
  id: string,
  notice: Parameters<typeof showNotification>[1],
): Promise<void> {
  const { notify, tone } = browserSettings()
  if (!(notify || tone) || !(await claimNotice(id))) return
  if (tone) void playTone()
  if (notify && document.hidden) showNotification(id, notice)
}

/** Whether the page shows the job as it runs, and is visible. */
function isOnPage(generation: GenerationView): boolean {
  return !document.hidden && showsJob(generation)
}

function onVisibilityChange(): void {
  if (!document.hidden) unmarkTab()
}
