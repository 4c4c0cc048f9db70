import type { SelectionActionProps } from '#web/history/list/batch-bar.tsx'
import { navigate } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { ChevronsLeftRight } from '#web/ui/icons/media-icons.ts'
import { comparisonAddress, hasComparable } from './comparison-address.ts'

/** Opens the comparison of two selected records, the older one first. */
export function SelectionAction({ count, records }: SelectionActionProps) {
  const [newer, older] = count === 2 ? records().filter(hasComparable) : []
  if (!newer || !older) return null
  const { to, query } = comparisonAddress({ id: older.id, at: 1 }, { id: newer.id, at: 1 })
  return (
    <Button variant="quiet" icon={ChevronsLeftRight} onClick={() => navigate(to, { query })}>
      <span className="max-sm:sr-only">{m.compare_selected()}</span>
    </Button>
  )
}
