import { Download } from 'lucide-react'
import type { GenerationView } from '#contract/generation.ts'
import { m } from '#web/messages/compiled/messages.js'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { ImageViewer } from '#web/ui/image-viewer.tsx'
import { useWorkActions } from '../../../work/record-actions/use-work-actions.ts'
import { viewerTexts } from '../../../work/texts/viewer-texts.ts'

type ViewerProps = {
  generation: GenerationView
  /** `null` while it is closed. */
  index: number | null
  onIndexChange: (index: number) => void
  onClose: () => void
}

/** The pictures of one piece of work over the whole screen. */
export function Viewer({ generation, index, onIndexChange, onClose }: ViewerProps) {
  const actions = useWorkActions(generation)
  const image = index === null ? undefined : generation.images[index]
  return (
    <ImageViewer
      images={generation.images.map(({ url, thumbnail_url, width, height }) => ({
        src: url,
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
      onCommand={(command) => command === 'download' && image && void actions.download([image])}
      actions={
        image && (
          <div className="flex justify-center">
            <IconButton icon={Download} label={m.stage_download()} onClick={() => void actions.download([image])} />
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
