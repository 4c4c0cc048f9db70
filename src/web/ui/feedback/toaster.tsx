import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Toaster as Sonner, toast as show } from 'sonner'
import { buttonStyle } from '../controls/button-style.ts'
import { useTopModal } from '../overlays/open-modals.ts'
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
  actionButton: `${buttonStyle({ variant: 'quiet', size: 'small' })} -my-1 -mr-1 shrink-0 !text-accent`,
}

/** A modal's buttons stand at its lower edge, and on a phone the modal at the lower edge of the window. */
const edge = { top: '1rem' }
/** The button that spends credits stands at the lower edge of a phone. */
const aboveBar = { bottom: '7.5rem' }

/**
 * Shows toasts. It is a manual popover inside the modal above all others, if there is one, so that they stand above it and
 * can be pressed and heard. Load it when the first one waits.
 */
export function Toaster() {
  const [host] = useState(createHost)
  const waiting = useWaitingToasts()
  const modal = useTopModal()

  // A popover that was moved has to be shown again, and one that is shown again stands above the others.
  useEffect(() => {
    const place = modal ?? document.body
    if (host.parentNode !== place) place.append(host)
    else if (waiting.length > 0) host.hidePopover()
    host.showPopover()
    for (const { message, tone = 'plain', action, ...options } of takeToasts()) {
      const button = action && { label: action.label, onClick: action.onAction }
      show(message, { icon: icons[tone], ...options, ...(button && { action: button }) })
    }
  }, [host, waiting, modal])
  useEffect(() => () => host.remove(), [host])

  return createPortal(
    <Sonner
      position={modal ? 'top-center' : 'bottom-center'}
      style={{ fontFamily: 'inherit' }}
      duration={5000}
      {...(modal && { offset: edge })}
      mobileOffset={modal ? edge : aboveBar}
      toastOptions={{ unstyled: true, classNames: look }}
    />,
    host,
  )
}

function createHost(): HTMLElement {
  const host = document.createElement('div')
  host.popover = 'manual'
  host.className = 'bg-transparent'
  return host
}
