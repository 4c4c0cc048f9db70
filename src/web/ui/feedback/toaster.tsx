import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Toaster as Sonner, toast as show } from 'sonner'
import { buttonStyle } from '../controls/button-style.ts'
import { takeToasts, useWaitingToasts } from './toast.ts'

const icons = {
  good: <CircleCheck size={16} className="text-good" aria-hidden />,
  warn: <TriangleAlert size={16} className="text-warn" aria-hidden />,
  bad: <CircleAlert size={16} className="text-bad" aria-hidden />,
  plain: <Info size={16} className="text-quiet" aria-hidden />,
}

const look = {
  toast:
    'flex w-[min(26rem,calc(100vw-2rem))] items-start gap-3 rounded-control bg-overlay px-3.5 py-3 text-body text-text shadow-overlay',
  title: 'font-medium',
  description: 'text-quiet',
  icon: 'mt-0.5',
  content: 'min-w-0 flex-1',
  actionButton: `${buttonStyle({ variant: 'quiet', size: 'small' })} -my-1 shrink-0 text-accent`,
}

/** Shows toasts. It is a manual popover, so that they stand above open dialogs. Load it when the first one waits. */
export function Toaster() {
  const host = useRef<HTMLDivElement>(null)
  const waiting = useWaitingToasts()

  useEffect(() => {
    if (waiting.length === 0) return
    host.current?.hidePopover()
    host.current?.showPopover()
    for (const { message, tone = 'plain', action, ...options } of takeToasts()) {
      const button = action && { label: action.label, onClick: action.onAction }
      show(message, { icon: icons[tone], ...options, ...(button && { action: button }) })
    }
  }, [waiting])

  return (
    <div ref={host} popover="manual" className="bg-transparent">
      <Sonner
        position="bottom-center"
        style={{ fontFamily: 'inherit' }}
        duration={5000}
        toastOptions={{ unstyled: true, classNames: look }}
      />
    </div>
  )
}
