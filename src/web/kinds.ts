import type { Kind } from '#catalogue/kinds.ts'
import { WandSparkles } from '#web/ui/icons/basic-icons.ts'
import type { IconComponent } from '#web/ui/icons/icon.tsx'
import { AudioLines, Clapperboard, Image, ScanEye } from '#web/ui/icons/navigation-icons.ts'

/**
 * The parts of each kind that several pages use; its plain facts are in `catalogue/kinds.ts`. The
 * texts and components of one page are with that page, so that no other loads them: the form's in
 * `features/create/create-kinds.ts` and `stage/result-bodies.ts`, the history's in
 * `features/history/history-kinds.ts` and `list/layouts.ts`, the prices' in `price-table.tsx`.
 */
export const kindIcons: Record<Kind, IconComponent> = {
  image: Image,
  'image-editing': WandSparkles,
  video: Clapperboard,
  audio: AudioLines,
  'image-understanding': ScanEye,
}
