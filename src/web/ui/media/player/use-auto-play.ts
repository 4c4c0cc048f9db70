import { useEffect } from 'react'

/**
 * Plays a medium once it is there: with its sound where the browser lets a page, a video otherwise
 * muted. Where less motion or less traffic is wanted it waits to be started.
 */
export function useAutoPlay(media: HTMLMediaElement | null, isWanted: boolean): void {
  useEffect(() => {
    if (!media || !isWanted || !allowsAutoplay()) return
    media.play().catch((error: unknown) => {
      const isRefused = error instanceof DOMException && error.name === 'NotAllowedError'
      if (!isRefused || !(media instanceof HTMLVideoElement)) return
      media.muted = true
      media.play().catch(() => undefined)
    })
  }, [media, isWanted])
}

/** Whether media may play by themselves: less motion is not wanted, nor less traffic. */
export function allowsAutoplay(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  const queries = ['(prefers-reduced-motion: reduce)', '(prefers-reduced-data: reduce)']
  return connection?.saveData !== true && !queries.some((query) => matchMedia(query).matches)
}
