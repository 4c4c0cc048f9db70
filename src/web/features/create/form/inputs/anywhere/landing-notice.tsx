import { CircleAlert, Download } from 'lucide-react'
import { useEffect } from 'react'
import { m } from '#web/messages/compiled/messages.js'
import { fieldText } from '#web/shared/field-texts.ts'

const refusedTexts = { wrong: m.inputs_landing_nowhere, full: m.inputs_landing_full }

type LandingNoticeProps = { landing: string | undefined; refused: 'wrong' | 'full' | undefined }

/**
 * While a file is dragged over the page: where it would go, wherever one looks, and the slot itself
 * comes into view.
 */
export function LandingNotice({ landing, refused }: LandingNoticeProps) {
  useEffect(() => {
    if (landing)
      document.querySelector(`[data-slot="${landing}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [landing])
  if (!landing && !refused) return null
  return (
    <div
      aria-hidden
      className={`pointer-events-none fixed inset-2 z-50 flex items-end justify-center rounded-panel border-2 pb-6 ${landing ? 'border-accent' : 'border-bad'}`}
    >
      <p className="fade-in flex items-center gap-2 rounded-full bg-overlay px-4 py-2 font-medium shadow-overlay">
        {landing ? (
          <Download size={16} className="text-accent" />
        ) : (
          <CircleAlert size={16} className="text-bad" />
        )}
        {landing
          ? m.inputs_landing({ field: fieldText(landing).label() })
          : refusedTexts[refused ?? 'wrong']()}
      </p>
    </div>
  )
}
