import { CircleAlert, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'

export type ErrorStateProps = {
  /** What happened. */
  title: string
  /** What about the credits, what now. */
  children?: ReactNode
  retry?: { label: string; onRetry: () => void; busy?: boolean }
  /** Instead of a retry, or beside it. */
  action?: ReactNode
}

/** A part of the page that could not be shown, with the way on. Announced when it appears. */
export function ErrorState({ title, children, retry, action }: ErrorStateProps) {
  return (
    <div
      role="alert"
      className="mx-auto flex max-w-md flex-col items-center px-4 py-12 text-center"
    >
      <CircleAlert size={20} aria-hidden className="mb-3 text-bad" />
      <h2 className="text-title">{title}</h2>
      {children && <div className="mt-2 text-balance text-quiet">{children}</div>}
      <div className="mt-6 flex flex-wrap justify-center gap-2">
        {retry && (
          <Button icon={RotateCw} busy={retry.busy} onClick={retry.onRetry}>
            {retry.label}
          </Button>
        )}
        {action}
      </div>
    </div>
  )
}
