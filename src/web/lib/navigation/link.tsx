import type { ComponentProps, MouseEvent } from 'react'
import { addressOf, navigate, useLocation } from './location.ts'
import type { Query } from './query.ts'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  /** Own path, without a language. */
  to: string
  query?: Query
  /** It opens something above this page, which going back closes. */
  layer?: boolean
}

/** A link within the product. It says by itself when it leads to the current page. */
export function Link({ to, query, layer = false, onClick, ...rest }: LinkProps) {
  const isCurrent = useLocation().path === to && !query
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || isForBrowser(event)) return
    event.preventDefault()
    navigate(to, { ...(query && { query }), layer })
  }
  return (
    <a
      {...(isCurrent && { 'aria-current': 'page' })}
      {...rest}
      href={addressOf(to, query)}
      onClick={follow}
    />
  )
}

/** A new tab, a new window, a download: the browser's own affair. */
function isForBrowser({
  button,
  metaKey,
  ctrlKey,
  shiftKey,
  altKey,
  currentTarget,
}: MouseEvent<HTMLAnchorElement>) {
  return (
    button !== 0 || metaKey || ctrlKey || shiftKey || altKey || currentTarget.target === '_blank'
  )
}
