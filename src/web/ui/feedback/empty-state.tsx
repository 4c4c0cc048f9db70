import type { ReactNode } from 'react'

export type EmptyStateProps = {
  title: string
  children?: ReactNode
  /** One good example of what could be here. */
  example?: ReactNode
  /** One button. */
  action?: ReactNode
}

/** Nothing here yet: what would be, one example, one button. */
export function EmptyState({ title, children, example, action }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-4 py-12 text-center">
      {example && <div className="mb-6 w-full">{example}</div>}
      <h2 className="text-title">{title}</h2>
      {children && <div className="mt-2 text-balance text-quiet">{children}</div>}
      {action && <div className="mt-6">{action}</div>}
    </div>
  )
}
