import { CircleAlert, CircleSlash } from 'lucide-react'
import type { ReactNode } from 'react'
import type { GenerationView } from '#contract/generation.ts'
import { formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { failedWords, stateOf } from '../state.ts'

/** It came to nothing: why, what about the credits, what now. */
export function Failed({ generation, children }: { generation: GenerationView; children: ReactNode }) {
  const isCancelled = stateOf(generation) === 'cancelled'
  const Icon = isCancelled ? CircleSlash : CircleAlert
  const refunded = generation.credits_refunded
  return (
    <div className="absolute inset-0 m-auto flex h-fit max-w-md flex-col items-center px-5 text-center">
      <Icon size={20} aria-hidden className={isCancelled ? 'text-quiet' : 'text-bad'} />
      <h2 className="mt-3 text-title">{isCancelled ? m.stage_cancelled() : failedWords(generation)}</h2>
      {!isCancelled && generation.error_message && (
        <p className="mt-2 text-bad wrap-anywhere">{generation.error_message}</p>
      )}
      {refunded > 0 && (
        <p className="mt-1 text-quiet">{m.stage_refunded({ count: refunded, amount: formatNumber(refunded) })}</p>
      )}
      <div className="mt-5 flex flex-wrap justify-center gap-2">{children}</div>
    </div>
  )
}
