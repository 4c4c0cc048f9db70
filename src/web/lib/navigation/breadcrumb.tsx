import { Link } from './link.tsx'

type BreadcrumbProps = {
  /** Names it for screen readers. */
  label: string
  /** From the outside in; the page itself may be named last, without a path. */
  trail: readonly { name: string; to?: string }[]
  className?: string
}

/** Where a page stands below others. */
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
