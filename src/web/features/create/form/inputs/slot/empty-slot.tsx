import { Clapperboard, ImagePlus, Link } from 'lucide-react'
import type { Accept } from '#catalogue/fields.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import type { ControlProps } from '#web/ui/controls/field.tsx'
import { FilePick } from '#web/ui/files/file-pick.tsx'
import { chooserFilter } from '../rules/accept.ts'
import { chooseText, formatsText } from '../texts/slot-texts.ts'

type EmptySlotProps = {
  accept: Accept
  control: ControlProps
  onPick: (files: File[]) => void
  onAddress: () => void
}

/**
 * A square that says what it wants. Beside it, or below where it is narrow: what it takes, and the
 * other way in.
 */
export function EmptySlot({ accept, control, onPick, onAddress }: EmptySlotProps) {
  const Icon = accept === 'image' ? ImagePlus : Clapperboard
  return (
    <div className="flex flex-col gap-2 @min-[17rem]:flex-row @min-[17rem]:items-end @min-[17rem]:gap-4">
      <FilePick
        {...control}
        accept={chooserFilter(accept)}
        onPick={onPick}
        className="flex aspect-square w-full flex-col items-center justify-center gap-1 rounded-control border border-dashed border-edge bg-ground px-2 text-center transition-colors hover:bg-hover has-aria-invalid:border-bad @min-[17rem]:w-36 @min-[17rem]:shrink-0"
      >
        <Icon size={20} strokeWidth={1.75} aria-hidden className="mb-1 text-quiet" />
        <span className="font-medium">{chooseText[accept]()}</span>
        <span className="text-small text-quiet pointer-coarse:hidden">{m.inputs_or_drop()}</span>
      </FilePick>
      <div className="flex flex-col items-start gap-1">
        <p className="hidden text-small text-quiet @min-[17rem]:block">{formatsText(accept)}</p>
        <Button variant="quiet" size="small" icon={Link} onClick={onAddress} className="-ml-2.5">
          {m.inputs_use_address()}
        </Button>
      </div>
    </div>
  )
}
