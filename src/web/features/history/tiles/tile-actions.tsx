import { Download } from 'lucide-react'
import type { GenerationView } from '#contract/generation.ts'
import { m } from '#web/messages/compiled/messages.js'
import { useBatchActions } from '#web/shared/record-actions/use-batch-actions.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { FavoriteButton } from '../actions/favorite-button.tsx'

type TileActionsProps = { generation: GenerationView; isPointedAt: boolean }

/**
 * What is done most, on the tile itself: keep it in mind, take it along. A favourite shows its
 * heart always.
 */
export function TileActions({ generation, isPointedAt }: TileActionsProps) {
  const { images, answer, is_favorite } = generation
  if (images.length === 0 && answer === null) return null
  if (!isPointedAt && !is_favorite) return null
  return (
    <span className="absolute top-1.5 right-1.5 flex gap-1">
      {isPointedAt && images.length > 0 && <DownloadButton generation={generation} />}
      <FavoriteButton
        generation={generation}
        onPicture
        className={is_favorite ? '' : 'tile-reveal'}
      />
    </span>
  )
}

function DownloadButton({ generation }: Pick<TileActionsProps, 'generation'>) {
  const { download } = useBatchActions(generation.kind)
  return (
    <IconButton
      icon={Download}
      small
      onPicture
      tabIndex={-1}
      label={generation.images.length > 1 ? m.records_download_all() : m.history_download()}
      onClick={() => void download([generation])}
      className="tile-reveal"
    />
  )
}
