import {
  AudioLines,
  Clapperboard,
  CreditCard,
  Gift,
  HandCoins,
  Image,
  type LucideIcon,
  PencilLine,
  ScanEye,
  Undo2,
  WandSparkles,
} from 'lucide-react'
import type { Kind } from '#catalogue/kinds.ts'
import type { LedgerEntryView } from '#contract/ledger.ts'
import type { EntryReason } from '#contract/ledger-texts.ts'

const kinds: Record<Kind, LucideIcon> = {
  image: Image,
  'image-editing': WandSparkles,
  video: Clapperboard,
  audio: AudioLines,
  'image-understanding': ScanEye,
}

const reasons: Record<EntryReason, LucideIcon> = {
  charge: Image,
  refund: Undo2,
  purchase: CreditCard,
  grant: Gift,
  reversal: Undo2,
  return: CreditCard,
  correction: PencilLine,
  repayment: HandCoins,
}

/** The work an entry was for, small; where there is nothing to see, a sign for it. */
export function EntryStill({ entry: { generation, reason } }: { entry: LedgerEntryView }) {
  if (generation?.thumbnail_url) {
    return (
      <img
        src={generation.thumbnail_url}
        alt=""
        width={40}
        height={40}
        loading="lazy"
        decoding="async"
        className="size-10 shrink-0 bg-raised object-cover"
      />
    )
  }
  const Icon = generation ? kinds[generation.kind] : reasons[reason]
  return (
    <span
      aria-hidden
      className="flex size-10 shrink-0 items-center justify-center bg-raised text-quiet"
    >
      <Icon size={16} />
    </span>
  )
}
