import { formatNumber } from '#web/lib/format.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { usePrices } from '#web/lib/settings.ts'
import { m } from '#web/messages/compiled/messages.js'
import { type ButtonLook, buttonStyle } from '#web/ui/controls/button.tsx'
import { WandSparkles } from '#web/ui/icons/basic-icons.ts'
import type { SharedWorkView } from '../contract.ts'
import { similarTo } from './shared-works.ts'

type SimilarLinkProps = ButtonLook & { work: SharedWorkView; className?: string }

/**
 * Opens the form for something like a shared work, with its price; where the owner does not show the
 * settings, that of its model. Needs the models.
 */
export function SimilarLink({ work, className, ...look }: SimilarLinkProps) {
  const similar = similarTo(work, usePrices())
  if (!similar) return null
  const { to, query, credits } = similar
  const price = formatNumber(credits)
  return (
    <Link {...{ to, query }} className={`${buttonStyle(look)} ${className ?? ''}`}>
      <WandSparkles size={16} aria-hidden className="shrink-0" />
      {work.input
        ? m.share_similar({ credits: price })
        : `${m.create_no_model_open({ name: work.model_name })} · ${price}`}
    </Link>
  )
}
