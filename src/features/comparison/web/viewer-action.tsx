import type { ViewerActionProps } from '#web/history/viewer/viewer-actions.tsx'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { isImage, isVideo } from '#web/shared/media.ts'
import { tightButton, tightLabel } from '#web/shared/record-actions/result-buttons.tsx'
import { buttonStyle } from '#web/ui/controls/button.tsx'
import { ChevronsLeftRight } from '#web/ui/icons/media-icons.ts'
import { comparisonAddress } from './comparison-address.ts'

/** To the comparison of the shown result with another one. */
export function ViewerAction({ generation, media }: ViewerActionProps) {
  if (!media || !(isImage(media) || isVideo(media))) return null
  const side = { id: generation.id, at: generation.images.indexOf(media) + 1 }
  return (
    <Link
      {...comparisonAddress(side)}
      data-tip={m.compare_choose()}
      aria-label={m.compare_choose()}
      className={`${buttonStyle({ variant: 'quiet', size: 'small' })} ${tightButton}`}
    >
      <ChevronsLeftRight size={16} aria-hidden />
      <span className={tightLabel}>{m.compare_choose()}</span>
    </Link>
  )
}
