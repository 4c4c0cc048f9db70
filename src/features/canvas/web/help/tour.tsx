import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { m } from '#web/messages/compiled/messages.js'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { X } from '#web/ui/icons/basic-icons.ts'

/** What is said, and the part of the page that it is about, by its `data-tour`. */
const steps: readonly { part: string; title: () => string; text: () => string }[] = [
  { part: 'stage', title: m.canvas_tour_stage, text: m.canvas_tour_stage_text },
  { part: 'tools', title: m.canvas_tour_tools, text: m.canvas_tour_tools_text },
  { part: 'layers', title: m.canvas_tour_layers, text: m.canvas_tour_layers_text },
  { part: 'frame', title: m.canvas_tour_frame, text: m.canvas_tour_frame_text },
  { part: 'generate', title: m.canvas_tour_generate, text: m.canvas_tour_generate_text },
  { part: 'stage', title: m.canvas_tour_result, text: m.canvas_tour_result_text },
  { part: 'head', title: m.canvas_tour_keep, text: m.canvas_tour_keep_text },
]

/** Shows the parts of the canvas one after another, each in a sentence or two. The page can be used. */
export function Tour({ onClose }: { onClose: () => void }) {
  const [at, setAt] = useState(0)
  const step = steps[at]
  const card = useRef<HTMLDivElement>(null)
  const close = useEffectEvent(onClose)
  useLayoutEffect(() => card.current?.focus(), [])
  useEffect(() => {
    const press = (event: KeyboardEvent) => event.key === 'Escape' && close()
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  const place = usePlace(step?.part)
  if (!step) return null
  const isLast = at === steps.length - 1
  // Where the part is below, on a phone, the card is above.
  const isAbove = place && place.top > innerHeight / 2
  return (
    <>
      {place && (
        <div
          aria-hidden
          className="pointer-events-none fixed z-30 rounded-control outline-3 outline-accent"
          style={{ left: place.left, top: place.top, width: place.width, height: place.height }}
        />
      )}
      <div
        ref={card}
        role="dialog"
        aria-label={m.canvas_tour()}
        tabIndex={-1}
        className={`fixed left-1/2 z-40 flex w-[min(26rem,calc(100vw-2rem))] -translate-x-1/2 flex-col gap-2 rounded-panel bg-overlay p-4 shadow-overlay outline-none ${isAbove ? 'top-4' : 'bottom-[max(1rem,env(safe-area-inset-bottom))]'}`}
      >
        <div className="flex items-start justify-between gap-3">
          <div aria-live="polite">
            <h2 className="text-body font-medium">{step.title()}</h2>
            <p className="mt-1 text-body text-quiet">{step.text()}</p>
          </div>
          <IconButton
            icon={X}
            small
            label={m.app_close()}
            onClick={onClose}
            className="-mt-2 -mr-2"
          />
        </div>
        <div className="flex items-center gap-2">
          <span className="mr-auto text-small text-quiet tabular-nums">
            {at + 1} / {steps.length}
          </span>
          <Button size="small" variant="quiet" disabled={at === 0} onClick={() => setAt(at - 1)}>
            {m.canvas_tour_back()}
          </Button>
          <Button
            size="small"
            variant="primary"
            onClick={() => (isLast ? onClose() : setAt(at + 1))}
          >
            {isLast ? m.canvas_tour_end() : m.canvas_tour_next()}
          </Button>
        </div>
      </div>
    </>
  )
}

type Box = Record<'left' | 'top' | 'width' | 'height', number>

/** Where a part is in the window, brought into view. */
function usePlace(part: string | undefined): Box | undefined {
  const [place, setPlace] = useState<Box>()
  useLayoutEffect(() => {
    const element = document.querySelector(`[data-tour="${part}"]`)
    element?.scrollIntoView({ block: element.closest('aside') ? 'start' : 'nearest' })
    const measure = () => setPlace(element ? shownBox(element) : undefined)
    measure()
    addEventListener('resize', measure)
    addEventListener('scroll', measure, { capture: true, passive: true })
    return () => {
      removeEventListener('resize', measure)
      removeEventListener('scroll', measure, { capture: true })
    }
  }, [part])
  return place
}

/** The part of an element that is seen: panels scroll. */
function shownBox(element: Element): Box {
  let { left, top, right, bottom } = element.getBoundingClientRect()
  const panel = element.closest('aside')?.getBoundingClientRect()
  if (panel) {
    left = Math.max(left, panel.left)
    top = Math.max(top, panel.top)
    right = Math.min(right, panel.right)
    bottom = Math.min(bottom, panel.bottom)
  }
  return { left, top, width: right - left, height: bottom - top }
}
