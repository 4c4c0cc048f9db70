import { useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { m } from '#web/messages/compiled/messages.js'

/** Names the tab after the page: “Text to image · Atelier”. */
export function useDocumentTitle(): void {
  const title = useMatches({
    select: (matches) => matches.findLast((match) => match.staticData.title)?.staticData.title,
  })
  useEffect(() => {
    const page = title?.()
    document.title = page ? `${page} · ${m.app_name()}` : m.app_name()
  }, [title])
}
