import { Download, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import type { Kind } from '#catalogue/kind.ts'
import { maxDownloadRecords } from '#domain/download-rules.ts'
import { formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { RemoveDialog } from '../remove/remove-dialog.tsx'
import { type Selection, usePickedCount } from './use-selection.ts'

/** What can be done with the picked records, at the lower edge of the window. */
export function BatchBar({ kind, selection }: { kind: Kind; selection: Selection }) {
  const { picks, asked, keep, askToRemove } = selection
  const count = usePickedCount(picks)
  return (
    <>
      {count > 0 && (
        <section
          aria-label={m.history_selection()}
          className="slide-up sticky bottom-3 z-[6] mx-auto mt-3 flex max-w-full items-center gap-1 rounded-panel bg-overlay p-1.5 shadow-overlay"
        >
          <IconButton icon={X} label={m.history_clear_selection()} onClick={() => picks.clear()} />
          <p aria-live="polite" className="mr-3 text-body font-medium whitespace-nowrap tabular-nums">
            {m.history_selected({ count, shown: formatNumber(count) })}
          </p>
          {kind !== 'image-understanding' && <ZipButton count={count} selection={selection} />}
          <Button variant="quiet" icon={Trash2} onClick={askToRemove}>
            <span className="max-sm:sr-only">{m.history_delete()}</span>
          </Button>
        </section>
      )}
      <RemoveDialog kind={kind} generations={asked} onClose={keep} onRemoved={() => picks.clear()} />
    </>
  )
}

function ZipButton({ count, selection }: { count: number; selection: Selection }) {
  const [isBusy, setBusy] = useState(false)
  const isTooMuch = count > maxDownloadRecords
  const download = async () => {
    setBusy(true)
    await selection.actions.download(selection.records())
    setBusy(false)
  }
  return (
    <Button
      variant="quiet"
      icon={Download}
      busy={isBusy}
      disabled={isTooMuch}
      title={isTooMuch ? m.history_download_too_many({ count: formatNumber(maxDownloadRecords) }) : undefined}
      onClick={() => void download()}
    >
      <span className="max-sm:sr-only">{m.history_download_zip()}</span>
    </Button>
  )
}
