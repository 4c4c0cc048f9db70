import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { GenerationView } from '#contract/generation.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { type ReceiptLine, receiptOf } from './receipt-of.ts'

/** What a piece of work cost, what came back and why, and how long it took. */
export function Receipt({ generation }: { generation: GenerationView }) {
  const { verdict, money, why, refundedAt, times } = receiptOf(generation)
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
