import type { GenerationView } from '#core/generations/generation-contract.ts'
import { m } from '#web/messages/compiled/messages.js'
import { mayBeTransparent } from '#web/shared/media.ts'
import { ResultActions } from '#web/shared/record-actions/result-actions.ts'
import { UseMenu } from '#web/shared/record-actions/result-buttons.tsx'
import { useBatchActions } from '#web/shared/record-actions/use-batch-actions.ts'
import { useGenerationActions } from '#web/shared/record-actions/use-generation-actions.ts'
import { viewerTexts } from '#web/shared/texts.ts'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { Download } from '#web/ui/icons/form-icons.ts'
import { Heart, SlidersHorizontal } from '#web/ui/icons/stage-icons.ts'
import { ImageViewer } from '#web/ui/viewer/image-viewer.tsx'

type ResultViewerProps = {
  generation: GenerationView
  /** `null` while it is closed. */
  index: number | null
  onIndexChange: (index: number) => void
  onClose: () => void
  /** Puts what a tool has started on the stage. */
  onAdd: (generation: GenerationView) => void
  /** Absent when its model is no longer offered. */
  onReuse: (() => void) | undefined
}

/** The images of one generation, full screen. */
export function ResultViewer({
  generation,
  index,
  onIndexChange,
  onClose,
  onAdd,
  onReuse,
}: ResultViewerProps) {
  const actions = useGenerationActions(generation)
  const { setFavorite } = useBatchActions(generation.kind)
  const { is_favorite } = generation
  const toggleFavorite = () => void setFavorite(generation, !is_favorite)
  const image = index === null ? undefined : generation.images[index]
  return (
    <ImageViewer
      images={generation.images.map(({ url, thumbnail_url, width, height, content_type }) => ({
        src: url,
        isTransparent: mayBeTransparent({ content_type }),
        alt: generation.prompt,
        width,
        height,
        thumbnail: thumbnail_url,
        group: generation.id,
      }))}
      index={index}
      onIndexChange={onIndexChange}
      onClose={onClose}
      caption={generation.prompt}
      onCommand={(command) => {
        if (command === 'download' && image) void actions.download([image])
        if (command === 'favorite') toggleFavorite()
      }}
      actions={
        image && (
          <div className="flex flex-wrap items-center justify-center gap-1">
            <IconButton
              icon={Heart}
              label={m.viewer_favorite()}
              aria-pressed={is_favorite}
              aria-keyshortcuts="f"
              onClick={toggleFavorite}
              className={is_favorite ? '!text-accent [&>svg]:fill-current' : ''}
            />
            <IconButton
              icon={Download}
              label={m.stage_download()}
              onClick={() => void actions.download([image])}
            />
            <UseMenu generation={generation} media={image} onUse={onClose} />
            <ResultActions
              generation={generation}
              media={image}
              look="labelled"
              onStarted={(started) => {
                onClose()
                onAdd(started)
              }}
            />
            {onReuse && (
              <Button
                size="small"
                variant="quiet"
                icon={SlidersHorizontal}
                onClick={() => {
                  onClose()
                  onReuse()
                }}
              >
                {m.stage_reuse()}
              </Button>
            )}
          </div>
        )
      }
      texts={{
        viewer: m.stage_viewer(),
        close: m.stage_viewer_close(),
        previous: m.stage_viewer_previous(),
        next: m.stage_viewer_next(),
        position: (at, of) => m.stage_viewer_position({ at, of }),
        ...viewerTexts(),
      }}
    />
  )
}
