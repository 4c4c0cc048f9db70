import { useEffect } from 'react'
import { barePath } from '#web/lib/locale.ts'
import { pageAt } from '#web/routes.ts'
import { draggedType } from '#web/ui/files/page-item.ts'

/** How long a dragged result is held over a link before its form opens, in ms. */
const openAfterMs = 600

/**
 * Opens the form of a link while a dragged result is held over it, so that a result of the history
 * can be dropped on the inputs of any form. Called once, at the root of the page.
 */
export function useSpringLoadedLinks(): void {
  useEffect(() => {
    const ended = new AbortController()
    const { signal } = ended
    let over: HTMLAnchorElement | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const hold = (link: HTMLAnchorElement | null) => {
      if (link === over) return
      clearTimeout(timer)
      over = link
      if (link) timer = setTimeout(() => link.click(), openAfterMs)
    }
    addEventListener(
      'dragover',
      ({ target, dataTransfer }) => {
        const link = draggedType(dataTransfer) && target instanceof Element && target.closest('a')
        hold(link && isOfForm(link) ? link : null)
      },
      { signal },
    )
    for (const end of ['drop', 'dragend']) addEventListener(end, () => hold(null), { signal })
    return () => {
      hold(null)
      ended.abort()
    }
  }, [])
}

function isOfForm({ origin, pathname }: HTMLAnchorElement): boolean {
  return origin === location.origin && pageAt(barePath(pathname)).form !== undefined
}
