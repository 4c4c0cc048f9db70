import { Download, SlidersHorizontal } from 'lucide-react'
import { formatNumber } from '#web/lib/format.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { buttonStyle } from '#web/ui/controls/button-style.ts'
import { formAddress } from '../../work/form-address.ts'
import { nameOf } from '../../work/name-of.ts'
import { useWorkActions } from '../../work/use-work-actions.ts'
import type { ItemProps } from '../list/layouts.ts'
import { RemoveButton } from '../remove/remove-button.tsx'
import { snippet } from '../tiles/snippet.ts'
import { RecordRow } from './record-row.tsx'

/** Pictures or a film as a row: the first result, its words, and what can be done with it. */
export function MediaRow({ generation, onOpen, selection }: ItemProps) {
  const { download } = useWorkActions(generation)
  const credits = generation.credits_charged - generation.credits_refunded
  return (
    <RecordRow
      generation={generation}
      selection={selection}
      title={snippet(nameOf(generation), 100)}
      facts={[generation.model_name, m.history_credits({ credits: formatNumber(credits) })]}
      actions={
        <>
          {generation.images.length > 0 && (
            <>
              <Button size="small" variant="quiet" onClick={onOpen} data-viewer-opener={generation.id}>
                {m.history_view_detail()}
              </Button>
              <Button size="small" variant="quiet" icon={Download} onClick={() => void download(generation.images)}>
                {m.history_download()}
              </Button>
            </>
          )}
          <Link {...formAddress(generation)} className={buttonStyle({ size: 'small', variant: 'quiet' })}>
            <SlidersHorizontal size={16} aria-hidden />
            {m.history_reuse()}
          </Link>
          <RemoveButton generation={generation} small />
        </>
      }
    />
  )
}
