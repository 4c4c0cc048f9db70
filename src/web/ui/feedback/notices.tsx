import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { CircleAlert, CircleCheck, Info, RotateCw, TriangleAlert } from '../icons/basic-icons.ts'

export type Tone = 'good' | 'warn' | 'bad' | 'plain'

export type NoticeProps = {
  tone?: Tone
  title?: string
  children?: ReactNode
  /** A button or link at its end. */
  action?: ReactNode
  /** Announced when it appears: at once, or when the screen reader pauses. */
  announce?: 'now' | 'politely'
}

const icons = { good: CircleCheck, warn: TriangleAlert, bad: CircleAlert, plain: Info }
const colours = { good: 'text-good', warn: 'text-warn', bad: 'text-bad', plain: 'text-quiet' }

/** A notice at the place it concerns. Icon and text express the tone, not the colour alone. */
export function Notice({ tone = 'plain', title, children, action, announce }: NoticeProps) {
  const Icon = icons[tone]
  return (
    <div
      role={announce === 'now' ? 'alert' : announce === 'politely' ? 'status' : undefined}
      className="flex gap-3 rounded-control border border-line bg-raised px-3 py-2.5"
    >
      <Icon size={16} aria-hidden className={`mt-[3px] shrink-0 ${colours[tone]}`} />
      <div className="min-w-0 flex-1 text-body wrap-anywhere">
        {title && <p className="font-medium">{title}</p>}
        {children && <div className="text-quiet">{children}</div>}
        {action && <div className="mt-2">{action}</div>}
      </div>
    </div>
  )
}

/** One word with the icon of its tone. */
export function ToneText({ tone, children }: { tone: Tone; children: ReactNode }) {
  const Icon = icons[tone]
  return (
    <span className="inline-flex items-center gap-1.5 tabular-nums">
      <Icon size={16} aria-hidden className={`shrink-0 ${colours[tone]}`} />
      {children}
    </span>
  )
}

export type ErrorStateProps = {
  /** What happened. */
  title: string
  /** The effect on credits, and the next step. */
  children?: ReactNode
  retry?: { label: string; onRetry: () => void; busy?: boolean }
  /** Instead of a retry, or beside it. */
  action?: ReactNode
}

/** A part of the page that failed to load, with a retry. Announced when it appears. */
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

export type EmptyStateProps = {
  title: string
  children?: ReactNode
  /** An example of the content that could be here. */
  example?: ReactNode
  /** One button. */
  action?: ReactNode
}

/** An empty list: what it will contain, one example, one button. */
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
