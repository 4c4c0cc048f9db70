import { useEffect, useState } from 'react'
import { listen } from './use-playback.ts'

type OldVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void }

/**
 * Shows an element alone on the screen, or ends that. Phones that only do so with films do it with
 * the film inside.
 */
export function toggleFullScreen(element: HTMLElement | null): void {
  if (document.fullscreenElement) void document.exitFullscreen()
  else if (element?.requestFullscreen) element.requestFullscreen().catch(() => undefined)
  else element?.querySelector<OldVideo>('video')?.webkitEnterFullscreen?.()
}

/** Is this element alone on the screen? */
export function useFullScreen(element: HTMLElement | null): boolean {
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const read = () => setFull(element !== null && document.fullscreenElement === element)
    return listen(document, ['fullscreenchange'], read)
  }, [element])
  return isFull
}
