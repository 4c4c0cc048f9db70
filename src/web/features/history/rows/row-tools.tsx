import { Download } from 'lucide-react'
import type { GenerationView } from '#contract/generation.ts'
import { isOpen } from '#web/lib/generations.ts'
import { m } from '#web/messages/compiled/messages.js'
import { useBatchActions } from '#web/shared/record-actions/use-batch-actions.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { FavoriteButton } from '../actions/favorite-button.tsx'
import { RefreshButton } from '../actions/refresh-button.tsx'
import { TagsButton } from '../actions/tags-button.tsx'
import { RemoveButton } from '../remove/remove-button.tsx'

/** What every record can do, at the end of its row. */
export function RowTools({ generation }: { generation: GenerationView }) {
  const { images, kind } = generation
  const { download } = useBatchActions(kind)
  return (
    <span className="ml-auto flex items-center">
      {kind === 'audio' && <RefreshButton generation={generation} />}
      {!isOpen(generation) && (
        <>
          <FavoriteButton generation={generation} />
          <TagsButton generation={generation} />
        </>
      )}
      {images.length > 0 && (
        <IconButton
          icon={Download}
          small
          label={images.length > 1 ? m.records_download_all() : m.history_download()}
          onClick={() => void download([generation])}
        />
      )}
      <RemoveButton generation={generation} small />
    </span>
  )
}
