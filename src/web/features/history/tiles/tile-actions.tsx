import { Download } from 'lucide-react'
import type { GenerationView } from '#contract/generation.ts'
import { m } from '#web/messages/compiled/messages.js'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { useBatchActions } from '../../work/use-batch-actions.ts'
import { FavoriteButton } from '../actions/favorite-button.tsx'

/** What is done most, on the tile itself: keep it in mind, take it along. A favourite shows its heart always. */
export function TileActions({ generation }: { generation: GenerationView }) {
  const { images, kind, is_favorite } = generation
  const { download } = useBatchActions(kind)
  if (images.length === 0 && generation.answer === null) return null
  return (
    <span className="absolute top-1.5 right-1.5 flex gap-1">
      {images.length > 0 && (
        <IconButton
          icon={Download}
          small
          onPicture
          tabIndex={-1}
          label={images.length > 1 ? m.records_download_all() : m.history_download()}
          onClick={() => void download([generation])}
          className="tile-reveal"
        />
      )}
      <FavoriteButton generation={generation} onPicture className={is_favorite ? '' : 'tile-reveal'} />
    </span>
  )
}
