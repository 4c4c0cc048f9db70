import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { GenerationView } from '#contract/generation.ts'
import { failedText, jobState } from '#web/features/create/stage/job-state.ts'
import { isOpen } from '#web/lib/generations.ts'
import { navigate } from '#web/lib/location.ts'
import { forgetStarted, showsJobsOf, wasStartedHere } from '#web/lib/started-jobs.ts'
import { m } from '#web/messages/compiled/messages.js'
import { thumbnailUrl } from '#web/shared/media.ts'
import { generationTitle, recordAddress } from '#web/shared/record-links.ts'
import { toast } from '#web/ui/feedback/toast.ts'

/**
 * How long the toast of a finished job stays, and the mark in the title of a visible tab, in ms.
 */
const shownMs = 10_000

/**
 * Reports the end of a job that the user does not see on the stage: by a toast with its result and
 * by the tab's title. Called once, at the root of the page.
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
    return () => {
      stop()
      document.removeEventListener('visibilitychange', onVisibilityChange)
    }
  }, [client])
}

function onEnded(generation: GenerationView, isOwn: boolean): void {
  const state = jobState(generation)
  if (state === 'cancelled' || isOnStage(generation)) return
  markTitle(state === 'failed' ? m.stage_title_failed() : m.stage_title_done())
  if (!isOwn) return
  const [media] = generation.images
  // The thumbnail is created after the end of a job.
  const image = media && thumbnailUrl(media)
  const { to, query } = recordAddress(generation)
  toast(state === 'failed' ? failedText(generation) : m.stage_done(), {
    tone: state === 'failed' ? 'bad' : 'good',
    description: generationTitle(generation),
    duration: shownMs,
    ...(image && { image }),
    action: { label: m.stage_show(), onAction: () => navigate(to, { query }) },
  })
}

/** Whether the page shows the jobs of its kind on the stage and in the strip, and is visible. */
function isOnStage({ kind }: GenerationView): boolean {
  return !document.hidden && showsJobsOf(kind)
}

let unmarked: string | undefined
let marked: string | undefined

function markTitle(words: string): void {
  if (document.title !== marked) unmarked = document.title
  marked = `${words} · ${unmarked}`
  document.title = marked
  if (!document.hidden) setTimeout(unmarkTitle, shownMs)
}

/** Restores the title, unless another page has set its own. */
function unmarkTitle(): void {
  if (unmarked !== undefined && document.title === marked) document.title = unmarked
}

function onVisibilityChange(): void {
  if (!document.hidden) unmarkTitle()
}
