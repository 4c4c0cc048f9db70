import { Heart } from 'lucide-react'
import type { GenerationView } from '#contract/generation.ts'
import { m } from '#web/messages/compiled/messages.js'
import { useBatchActions } from '#web/shared/record-actions/use-batch-actions.ts'
import { IconButton } from '#web/ui/controls/button.tsx'

type FavoriteButtonProps = { generation: GenerationView; onPicture?: boolean; className?: string }

/** The heart: full on a favourite. On a tile the keyboard has a key for it instead. */
export function FavoriteButton({ generation, onPicture, className = '' }: FavoriteButtonProps) {
  const { setFavorite } = useBatchActions(generation.kind)
  const { is_favorite } = generation
  return (
    <IconButton
      icon={Heart}
      small
      onPicture={onPicture}
      label={m.viewer_favorite()}
      aria-pressed={is_favorite}
      tabIndex={onPicture ? -1 : 0}
      onClick={() => void setFavorite(generation, !is_favorite)}
      className={`${is_favorite ? '!text-accent [&>svg]:fill-current' : ''} ${className}`}
    />
  )
}
