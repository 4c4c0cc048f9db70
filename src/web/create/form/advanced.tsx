import { Activity, type ReactNode, useId, useState } from 'react'
import { readStored, writeStored } from '#web/lib/browser/browser-storage.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { ChevronRight } from '#web/ui/icons/basic-icons.ts'
import { RotateCcw } from '#web/ui/icons/form-icons.ts'

type AdvancedProps = {
  generationType: string
  /** How many of these settings differ from the model's defaults. */
  changed: number
  /** One of these settings has a problem, so they must not be hidden. */
  hasProblem: boolean
  /** Absent when all settings have the model's defaults. */
  onReset: (() => void) | undefined
  children: ReactNode
}

/**
 * The settings that most users keep, folded and rendered when the page is idle. Whether they are
 * open is remembered.
 */
export function Advanced({
  generationType,
  changed,
  hasProblem,
  onReset,
  children,
}: AdvancedProps) {
  const id = useId()
  const key = `atelier.advanced.${generationType}`
  const [isOpen, setOpen] = useState(() => readStored('localStorage', key) === true)
  const toggle = () => {
    setOpen(!isOpen)
    writeStored('localStorage', key, !isOpen || undefined)
  }
  // Opens for a new problem only; once closed it stays closed.
  const [hadProblem, setHadProblem] = useState(false)
  if (hasProblem !== hadProblem) {
    setHadProblem(hasProblem)
    if (hasProblem) setOpen(true)
  }

  return (
    <div className="border-t border-line pt-3">
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={toggle}
          className="-mx-2 flex min-h-control w-[calc(100%+1rem)] items-center gap-2 rounded-control px-2 text-left text-body font-medium transition-colors hover:bg-hover"
        >
          <ChevronRight
            size={16}
            aria-hidden
            className={`text-quiet transition-transform ${isOpen ? 'rotate-90' : ''}`}
          />
          <span className="flex-1">{m.create_advanced()}</span>
          {changed > 0 && (
            <span className="text-small font-normal text-quiet">
              {m.create_advanced_changed({ count: changed })}
            </span>
          )}
        </button>
      </h2>
      <div id={id} hidden={!isOpen} className="flex flex-col gap-5 pt-3 [&[hidden]]:hidden">
        <Activity mode={isOpen ? 'visible' : 'hidden'}>
          {children}
          <Button
            variant="quiet"
            size="small"
            icon={RotateCcw}
            onClick={onReset}
            aria-disabled={!onReset}
            className="-ml-2.5 self-start"
          >
            {m.create_reset()}
          </Button>
        </Activity>
      </div>
    </div>
  )
}
