import { Brush, Upload } from 'lucide-react'
import type { Accept } from '#catalogue/fields.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { buttonStyle } from '#web/ui/controls/button-style.ts'
import type { ControlProps } from '#web/ui/controls/field.tsx'
import { FilePick } from '#web/ui/files/file-pick.tsx'
import { chooserFilter } from '../rules/accept.ts'
import type { MaskSource } from './mask-source.ts'

type EmptyMaskProps = {
  source: MaskSource
  accept: Accept
  control: ControlProps
  onPaint: () => void
  onPick: (files: File[]) => void
}

const missing = { none: m.inputs_mask_no_source, elsewhere: m.inputs_mask_foreign }

/** Two ways to a mask: paint it here, or bring one. */
export function EmptyMask({ source, accept, control, onPaint, onPick }: EmptyMaskProps) {
  const why = typeof source === 'string' ? missing[source]() : undefined
  return (
    <div className="rounded-control border border-dashed border-edge bg-ground p-3">
      <div className="flex flex-wrap gap-2">
        <Button icon={Brush} onClick={why ? undefined : onPaint} aria-disabled={why !== undefined}>
          {m.inputs_mask_paint()}
        </Button>
        <FilePick
          {...control}
          accept={chooserFilter(accept)}
          onPick={onPick}
          className={`${buttonStyle({ variant: 'quiet' })} !overflow-visible has-aria-invalid:text-bad`}
        >
          <Upload size={16} aria-hidden className="shrink-0" />
          {m.inputs_mask_upload()}
        </FilePick>
      </div>
      {why && <p className="mt-2 text-small text-quiet">{why}</p>}
    </div>
  )
}
