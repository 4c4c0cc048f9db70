import { barePath } from '#web/lib/locale.ts'
import { pageAt } from '../pages.ts'

/**
 * Fetches a page's code as soon as somebody points at, touches or focuses a link to it. Call once
 * at the start.
 */
export function startPreloading(): void {
  const preload = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (link?.origin !== location.origin || link.pathname.startsWith('/api/')) return
    // What cannot be fetched now is said when the link is followed.
    void pageAt(barePath(link.pathname)).preload()
  }
  for (const event of ['pointerover', 'focusin', 'touchstart'])
    addEventListener(event, preload, { passive: true })
}
