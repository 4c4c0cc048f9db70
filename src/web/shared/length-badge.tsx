import type { MediaView } from '#core/generations/generation-contract.ts'
import { Badge } from '#web/ui/feedback/badge-and-progress.tsx'
import { Play } from '#web/ui/icons/basic-icons.ts'
import { clockText } from '#web/ui/media/player-texts.ts'
import { isImage, secondsOf } from './media.ts'

/** Marks the thumbnail of a video or audio, with its length where that is known. */
export function LengthBadge({ of }: { of: MediaView | undefined }) {
  if (!of || isImage(of)) return null
  const seconds = secondsOf(of)
  return (
    <Badge onImage>
      <Play size={10} fill="currentColor" />
      {seconds !== undefined && clockText(seconds)}
    </Badge>
  )
}
