import type { GenerationView } from '#core/generations/generation-contract.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { IconButton } from '#web/ui/controls/button.tsx'
import { CircleCheck, ReceiptText, TriangleAlert } from '#web/ui/icons/basic-icons.ts'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { buildReceipt, type ReceiptLine } from './build-receipt.ts'

/** The receipt of a generation behind a small button, with a link to all others. */
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

/** The cost of a generation, its refund and the reason, and its duration. */
export function Receipt({ generation }: { generation: GenerationView }) {
  const { verdict, money, why, refundedAt, times } = buildReceipt(generation)
  return (
    <div className="flex flex-col gap-2.5 text-small">
      {verdict && <Verdict {...verdict} />}
      <dl className="flex flex-col gap-1.5">
        {money.map((line) => (
          <Line key={line.name} {...line} />
        ))}
      </dl>
      {(why || refundedAt) && (
        <p className="text-quiet wrap-anywhere tabular-nums">
          {why}
          {why && refundedAt && ' · '}
          {refundedAt && <time dateTime={refundedAt}>{formatDateTime(refundedAt)}</time>}
        </p>
      )}
      {times.length > 0 && (
        <dl className="flex flex-col gap-1.5 border-t border-line pt-2.5">
          {times.map((line) => (
            <Line key={line.name} {...line} />
          ))}
        </dl>
      )}
    </div>
  )
}

function Verdict({ text, tone }: { text: string; tone: 'good' | 'warn' }) {
  const [Icon, colour] = tone === 'good' ? [CircleCheck, 'text-good'] : [TriangleAlert, 'text-warn']
  return (
    <p className={`flex items-center gap-2 font-medium ${colour}`}>
      <Icon size={16} aria-hidden className="shrink-0" />
      {text}
    </p>
  )
}

function Line({ name, value, isTotal }: ReceiptLine) {
  return (
    <div
      className={`flex justify-between gap-4 ${isTotal ? 'border-t border-line pt-1.5 font-semibold' : ''}`}
    >
      <dt className={isTotal ? '' : 'text-quiet'}>{name}</dt>
      <dd className="text-right whitespace-nowrap tabular-nums">{value}</dd>
    </div>
  )
}
