import { ArrowLeftRight, ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '#web/messages/compiled/messages.js'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { formatsText } from './texts/slot-texts.ts'

type FramePairProps = {
  first: ReactNode
  second: ReactNode
  isSwappable: boolean
  onSwap: () => void
}

/**
 * Where a film starts and where it ends, side by side; what stands between them turns them round.
 */
export function FramePair({ first, second, isSwappable, onSwap }: FramePairProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] gap-x-1.5">
      {first}
      <div className="mt-22 flex flex-col items-center">
        {isSwappable ? (
          <IconButton icon={ArrowLeftRight} label={m.inputs_swap()} small onClick={onSwap} />
        ) : (
          <span className="flex size-control-small items-center justify-center text-quiet">
            <ArrowRight size={16} aria-hidden />
          </span>
        )}
      </div>
      {second}
      <p className="col-span-3 mt-1 text-small text-quiet">{formatsText('image')}</p>
    </div>
  )
}
