import { useEffect } from 'react'
import { barePath } from '#web/lib/locale.ts'
import { pageAt } from '#web/routes.ts'
import { draggedType } from '#web/ui/files/page-item.ts'

/** How long a dragged result is held over a link or the menu before it opens, in ms. */
const openAfterMs = 600

/** Marks a button that leads to links of forms: a dragged result opens it, too. */
export const springLoaded = { 'data-spring-loaded': true }

/**
 * Opens the form of a link while a dragged result is held over it, so that a result of the history
 * can be dropped on the inputs of any form. Called once, at the root of the page.
 */
export function useSpringLoadedLinks(): void {
  useEffect(() => {
    const ended = new AbortController()
    const { signal } = ended
    let over: HTMLElement | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const hold = (link: HTMLElement | null) => {
      if (link === over) return
      clearTimeout(timer)
      over = link
      if (link) timer = setTimeout(() => link.click(), openAfterMs)
    }
    addEventListener(
      'dragover',
      ({ target, dataTransfer }) => {
        hold(draggedType(dataTransfer) && target instanceof Element ? findOpener(target) : null)
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

function findOpener(target: Element): HTMLElement | null {
  const link = target.closest('a')
  if (link) return isOfForm(link) ? link : null
  return target.closest<HTMLElement>('button[data-spring-loaded][aria-expanded=false]')
}

function isOfForm({ origin, pathname }: HTMLAnchorElement): boolean {
  return origin === location.origin && pageAt(barePath(pathname)).form !== undefined
}
