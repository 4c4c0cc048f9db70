import { Check } from 'lucide-react'
import { m } from '#web/messages/compiled/messages.js'
import type { ItemSelection } from '../list/layouts.ts'

type SelectBoxProps = {
  /** What the record is called. */
  name: string
  selection: ItemSelection
  /** Stands on a picture: dark behind it in both themes. */
  onPicture?: boolean
}

/** Picks a record. On a tile it is seen on hover and focus, and always once something is picked. */
export function SelectBox({
  name,
  selection: { isSelected, isSelecting, toggle },
  onPicture,
}: SelectBoxProps) {
  const isHidden = onPicture && !isSelecting && !isSelected
  return (
    <label
      className={`relative inline-flex size-6 shrink-0 ${isHidden ? 'select-box-hidden' : ''}`}
    >
      <input
        type="checkbox"
        checked={isSelected}
        aria-label={m.history_select({ name })}
        onChange={({ nativeEvent }) =>
          toggle({ range: nativeEvent instanceof MouseEvent && nativeEvent.shiftKey })
        }
        className={`size-6 appearance-none rounded-[6px] border border-edge checked:border-accent checked:bg-accent ${
          onPicture ? 'ring-on-picture scheme-dark bg-ground/80' : ''
        }`}
      />
      {isSelected && (
        <Check
          size={16}
          strokeWidth={2.5}
          aria-hidden
          className={`pointer-events-none absolute inset-1 text-on-accent ${onPicture ? 'scheme-dark' : ''}`}
        />
      )}
    </label>
  )
}
