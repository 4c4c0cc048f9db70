import { Download, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import type { Kind } from '#catalogue/kind.ts'
import { formatNumber } from '#web/lib/format.ts'
import { isOpen } from '#web/lib/generations.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { type Selection, usePickedCount } from './use-selection.ts'

/** The most records one zip holds. */
const mostInZip = 500

/** What can be done with the picked records, at the lower edge of the window. */
export function BatchBar({ kind, selection }: { kind: Kind; selection: Selection }) {
  const count = usePickedCount(selection.picks)
  if (count === 0) return <RemovalDialog selection={selection} />
  return (
    <>
      <section
        aria-label={m.history_selection()}
        className="slide-up sticky bottom-3 z-[6] mx-auto mt-3 flex max-w-full items-center gap-1 rounded-panel bg-overlay p-1.5 shadow-overlay"
      >
        <IconButton icon={X} label={m.history_clear_selection()} onClick={() => selection.picks.clear()} />
        <p aria-live="polite" className="mr-3 text-body font-medium whitespace-nowrap tabular-nums">
          {m.history_selected({ count, shown: formatNumber(count) })}
        </p>
        {kind !== 'image-understanding' && <ZipButton count={count} selection={selection} />}
        <Button variant="quiet" icon={Trash2} onClick={selection.askToRemove}>
          <span className="max-sm:sr-only">{m.history_delete()}</span>
        </Button>
      </section>
      <RemovalDialog selection={selection} />
    </>
  )
}

function ZipButton({ count, selection }: { count: number; selection: Selection }) {
  const [isBusy, setBusy] = useState(false)
  const isTooMuch = count > mostInZip
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
      title={isTooMuch ? m.history_download_too_many() : undefined}
      onClick={() => void download()}
    >
      <span className="max-sm:sr-only">{m.history_download_zip()}</span>
    </Button>
  )
}

function RemovalDialog({ selection }: { selection: Selection }) {
  const { asked, keep, removeNow, picks } = selection
  const count = asked.filter((record) => !isOpen(record)).length
  const confirm = async () => {
    if (await removeNow(asked)) picks.clear()
  }
  return (
    <Dialog
      open={asked.length > 0}
      onClose={keep}
      title={m.history_delete_many_title({ count, shown: formatNumber(count) })}
      description={`${m.history_delete_many_text()} ${count < asked.length ? m.history_delete_running() : ''}`}
      closeLabel={m.history_close()}
      footer={
        <>
          <Button onClick={keep}>{m.history_delete_keep()}</Button>
          <Button variant="danger" disabled={count === 0} onClick={() => void confirm()}>
            {m.history_delete()}
          </Button>
        </>
      }
    />
  )
}
