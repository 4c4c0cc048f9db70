import type { GenerationView } from '#contract/generation.ts'
import { formatElapsed, formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { secondsOf } from '#web/shared/media.ts'
import { ReceiptButton } from '#web/shared/receipt.tsx'
import { generationTitle } from '#web/shared/record-links.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { clockText } from '#web/ui/media/player/clock.ts'
import { tookOf } from '../progress.ts'

/** What it is: the prompt, and model · size · seconds · credits · seed. */
export function Caption({ generation }: { generation: GenerationView }) {
  return (
    <div className="flex min-w-0 items-center gap-1">
      <div className="min-w-0 max-2xl:flex-1">
        <p className="truncate" title={generation.prompt}>
          {generationTitle(generation)}
        </p>
        <p className="flex items-center gap-2 text-small text-quiet tabular-nums">
          <span className="min-w-0 md:truncate">{factsOf(generation).join(' · ')}</span>
          {generation.is_sample && generation.status !== 'failed' && (
            <span title={m.stage_sample_why()} className="flex">
              <Badge>{m.stage_sample()}</Badge>
            </span>
          )}
        </p>
      </div>
      <ReceiptButton generation={generation} />
    </div>
  )
}

function factsOf(generation: GenerationView): string[] {
  const { model_name, width, height, seed, images } = generation
  const took = tookOf(generation)
  const length = images[0] && secondsOf(images[0])
  const paid = generation.credits_charged - generation.credits_refunded
  return [
    model_name,
    width && height && `${width} × ${height}`,
    length !== undefined && clockText(length),
    took !== null && images.length > 0 && length === undefined && formatElapsed(took),
    paid > 0 && m.stage_credits({ count: paid, amount: formatNumber(paid) }),
    seed !== null && images.length > 0 && m.stage_seed({ seed }),
  ].filter((fact) => typeof fact === 'string')
}
