import { useEffect, useRef } from 'react'
import type { GenerationView } from '#contract/generation.ts'
import { isOpen } from '#web/lib/generations.ts'
import { m } from '#web/messages/compiled/messages.js'

/** Work that ends while its page is hidden is named in the tab's title until somebody looks. */
export function useFinishedMark(generations: readonly GenerationView[]): void {
  const running = useRef(new Set<string>())
  const original = useRef<string>(undefined)

  useEffect(() => {
    const ended = generations.filter((generation) => !isOpen(generation) && running.current.has(generation.id))
    running.current = new Set(generations.filter(isOpen).map(({ id }) => id))
    const last = ended.at(-1)
    if (!last || !document.hidden) return
    original.current ??= document.title
    document.title = `${last.status === 'failed' ? m.stage_title_failed() : m.stage_title_done()} · ${original.current}`
  }, [generations])

  useEffect(() => {
    const restore = () => {
      if (document.hidden || original.current === undefined) return
      document.title = original.current
      original.current = undefined
    }
    document.addEventListener('visibilitychange', restore)
    return () => document.removeEventListener('visibilitychange', restore)
  }, [])
}
