import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button, IconButton } from '../controls/button.tsx'
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from '../icons/basic-icons.ts'
import { useTopModal } from '../overlays/use-modal.ts'
import { dismissToast, type ShownToast, showWaitingToasts, useToasts } from './toast.ts'
import { useToastPlace } from './toast-place.ts'

const icons = { good: CircleCheck, warn: TriangleAlert, bad: CircleAlert, plain: Info }
const colours = { good: 'text-good', warn: 'text-warn', bad: 'text-bad', plain: 'text-quiet' }

/** The default duration of a toast, in ms (docs/spec/creation.md#result-on-the-page). */
const durationMs = 5_000

type ToasterProps = {
  /** The name of the region for screen readers. */
  label: string
  /** The name of the button that closes a toast. */
  dismissLabel: string
}

/**
 * Shows toasts. It is a manual popover inside the topmost modal, if there is one, so that they are
 * above it, can be pressed and are announced.
 */
export function Toaster({ label, dismissLabel }: ToasterProps) {
  const [host] = useState(createHost)
  const [isHeld, setHeld] = useState(false)
  const region = useRef<HTMLElement>(null)
  const { waiting, shown } = useToasts()
  const modal = useTopModal()
  useToastPlace(region, { isShown: shown.length > 0, modal })

  // A popover that was moved has to be shown again, which also puts it above the others.
  useEffect(() => {
    // A dialog that was removed from the page with this change is no place; the next modal follows.
    if (modal && !modal.isConnected) return
    const place = modal ?? document.body
    if (host.parentNode !== place) place.append(host)
    else if (waiting.length > 0) host.hidePopover()
    host.showPopover()
    showWaitingToasts()
  }, [host, waiting, modal])
  useEffect(() => () => host.remove(), [host])

  return createPortal(
    <section
      ref={region}
      aria-label={label}
      aria-live="polite"
      className="fixed w-[min(26rem,calc(100vw-2rem))]"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <ol className="flex flex-col gap-2">
        {shown.map((toast) => (
          <Line
            key={toast.id}
            toast={toast}
            isHeld={isHeld}
            dismissLabel={dismissLabel}
            onEnd={() => {
              setHeld(false)
              dismissToast(toast.id)
            }}
          />
        ))}
      </ol>
    </section>,
    host,
  )
}

type LineProps = { toast: ShownToast; isHeld: boolean; dismissLabel: string; onEnd: () => void }

function Line({ toast, isHeld, dismissLabel, onEnd }: LineProps) {
  const { message, tone = 'plain', description, image, action, until } = toast
  const { duration = until ? Number.POSITIVE_INFINITY : durationMs } = toast
  const Icon = icons[tone]
  useDuration(duration, isHeld, onEnd)
  useEnd(until, onEnd)
  return (
    <li className="fade-in flex items-start gap-3 rounded-control bg-overlay px-3.5 py-3 text-body text-text shadow-overlay">
      {image ? (
        <img
          src={image}
          alt=""
          className="-my-1 -ml-1.5 size-11 shrink-0 rounded-[4px] object-cover"
        />
      ) : (
        <Icon size={16} className={`mt-0.5 shrink-0 ${colours[tone]}`} aria-hidden />
      )}
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="font-medium">{message}</p>
        {description && <p className="text-quiet">{description}</p>}
      </div>
      {action && (
        <Button
          size="small"
          variant="quiet"
          className="-my-1 -mr-1 shrink-0 !text-accent"
          onClick={() => {
            action.onAction()
            onEnd()
          }}
        >
          {action.label}
        </Button>
      )}
      {duration > durationMs && !until && (
        <IconButton icon={X} label={dismissLabel} small onClick={onEnd} className="-my-1 -mr-1.5" />
      )}
    </li>
  )
}

/**
 * Closes a toast after `duration` ms in which it could be read: the page was visible and neither
 * the pointer nor the focus was on it.
 */
function useDuration(duration: number, isHeld: boolean, onEnd: () => void) {
  const end = useEffectEvent(onEnd)
  const [isHidden, setHidden] = useState(() => document.hidden)
  useEffect(() => {
    const note = () => setHidden(document.hidden)
    document.addEventListener('visibilitychange', note)
    return () => document.removeEventListener('visibilitychange', note)
  }, [])
  useEffect(() => {
    if (isHeld || isHidden || duration === Number.POSITIVE_INFINITY) return
    const timer = setTimeout(() => end(), duration)
    return () => clearTimeout(timer)
  }, [duration, isHeld, isHidden])
}

/** Closes a toast when the operation that it reports has ended. */
function useEnd(until: Promise<unknown> | undefined, onEnd: () => void) {
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (!until) return
    let isShown = true
    const settled = () => isShown && end()
    until.then(settled, settled)
    return () => {
      isShown = false
    }
  }, [until])
}

function createHost(): HTMLElement {
  const host = document.createElement('div')
  host.popover = 'manual'
  host.className = 'bg-transparent'
  return host
}
