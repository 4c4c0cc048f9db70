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

/** A link within the product. It sets `aria-current` when it leads to the current page. */
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

/** A new tab, a new window or a download is left to the browser. */
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

type BreadcrumbProps = {
  /** Names it for screen readers. */
  label: string
  /** From the root to the page; the page itself may be named last, without a path. */
  trail: readonly { name: string; to?: string }[]
  className?: string
}

/** The ancestors of a page. */
export function Breadcrumb({ label, trail, className }: BreadcrumbProps) {
  return (
    <nav aria-label={label} className={className}>
      <ol className="flex flex-wrap items-center gap-x-2 text-small text-quiet">
        {trail.map(({ name, to }, index) => (
          <li key={name} className="flex min-h-6 items-center gap-2 pointer-coarse:min-h-11">
            {index > 0 && <span aria-hidden>›</span>}
            {to === undefined ? (
              <span aria-current="page">{name}</span>
            ) : (
              <Link
                to={to}
                className="inline-flex min-h-[inherit] items-center rounded-control hover:text-text"
              >
                {name}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
