import { ReceiptText } from 'lucide-react'
import type { GenerationView } from '#contract/generation.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { Receipt } from './receipt.tsx'

/** The receipt of a piece of work behind a small button, with the way to all others. */
export function ReceiptButton({ generation }: { generation: GenerationView }) {
  return (
    <Popover
      label={m.receipt_title()}
      side="above"
      trigger={(trigger) => (
        <IconButton {...trigger} small icon={ReceiptText} label={m.receipt_title()} />
      )}
    >
      <div className="w-72 max-w-full px-2 py-1.5">
        <h3 className="mb-2 text-body">{m.receipt_title()}</h3>
        <Receipt generation={generation} />
        <Link
          to="/account/credits"
          className="mt-3 inline-flex min-h-6 items-center rounded-control text-small text-quiet underline underline-offset-2 hover:text-text"
        >
          {m.receipt_in_ledger()}
        </Link>
      </div>
    </Popover>
  )
}
