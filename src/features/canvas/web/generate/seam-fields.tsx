import { m } from '#web/messages/compiled/messages.js'
import { Slider } from '#web/ui/controls/slider.tsx'
import { ChevronRight } from '#web/ui/icons/basic-icons.ts'
import type { SeamSettings } from './result-layer.ts'

/** In pixels of the document. */
export const usualSeam: SeamSettings = { grow: 4, feather: 12, padding: 64 }

const sliders: readonly { name: keyof SeamSettings; label: () => string; max: number }[] = [
  { name: 'grow', label: m.canvas_seam_grow, max: 64 },
  { name: 'feather', label: m.canvas_seam_feather, max: 128 },
  { name: 'padding', label: m.canvas_seam_padding, max: 512 },
]

type SeamFieldsProps = { seam: SeamSettings; onChange: (seam: SeamSettings) => void }

/** How far around a mask a result may reach, and how much of its surroundings the model sees. */
export function SeamFields({ seam, onChange }: SeamFieldsProps) {
  return (
    <details className="group">
      <summary className="flex min-h-control cursor-pointer items-center gap-1.5 text-small text-quiet hover:text-text">
        <ChevronRight size={16} aria-hidden className="group-open:rotate-90" />
        {m.canvas_seam()}
      </summary>
      <div className="flex flex-col gap-2 pb-1">
        {sliders.map(({ name, label, max }) => (
          <div key={name} className="text-small text-quiet">
            <span className="flex justify-between gap-3">
              <span aria-hidden>{label()}</span>
              <span className="tabular-nums">{seam[name]} px</span>
            </span>
            <Slider
              min={0}
              max={max}
              value={seam[name]}
              initially={usualSeam[name]}
              onChange={(value) => onChange({ ...seam, [name]: value })}
              label={label()}
              valueText={`${seam[name]} px`}
            />
          </div>
        ))}
      </div>
    </details>
  )
}
