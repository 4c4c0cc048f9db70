import { m } from '#web/messages/compiled/messages.js'

/** Lies over the slot that a dragged file would go to. */
export function LandingVeil() {
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute -inset-1.5 z-10 flex items-center justify-center rounded-panel border-2 border-accent bg-ground/85 font-medium"
    >
      {m.inputs_landing_here()}
    </div>
  )
}
