import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

export type Tone = 'good' | 'warn' | 'bad' | 'plain'

export type NoticeProps = {
  tone?: Tone
  title?: string
  children?: ReactNode
  /** A button or link at its end. */
  action?: ReactNode
  /** Announced when it appears: at once, or when the reader pauses. */
  announce?: 'now' | 'politely'
}

const icons = { good: CircleCheck, warn: TriangleAlert, bad: CircleAlert, plain: Info }
const colours = { good: 'text-good', warn: 'text-warn', bad: 'text-bad', plain: 'text-quiet' }

/**
 * Something one should know, where it matters. The tone is said by the icon and the words, not by
 * colour alone.
 */
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
