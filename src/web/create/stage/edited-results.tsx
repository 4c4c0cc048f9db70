import { m } from '#web/messages/compiled/messages.js'
import { comparedImage, isImage } from '#web/shared/media.ts'
import { comparisonTexts } from '#web/shared/texts.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { Download } from '#web/ui/icons/form-icons.ts'
import { Maximize } from '#web/ui/icons/media-icons.ts'
import { Comparison } from '#web/ui/media/comparison.tsx'
import { fitGrid } from './fit-grid.ts'
import { ImageResults } from './image-results.tsx'
import type { ResultBodyProps } from './result-bodies.ts'
import { resultShape, useElementBox } from './result-frame.tsx'

/** Edited images: all of them, or one of them compared with the original. */
export function EditedResults(props: ResultBodyProps) {
  const { generation, isComparing, chosen, onChoose, onOpenImage, onDownload } = props
  const original = generation.inputs.find(isImage)
  const after = generation.images[chosen] ?? generation.images[0]
  const [room, box] = useElementBox<HTMLDivElement>()
  if (!isComparing || !original || !after) return <ImageResults {...props} />

  const { cell } = fitGrid(1, resultShape(generation), box ?? { width: 0, height: 0 }, 0)
  return (
    <div className="absolute inset-4 flex flex-col gap-3 lg:inset-6">
      <div ref={room} className="flex min-h-0 flex-1 items-center justify-center">
        <div className="fade-in" style={cell}>
          <Comparison
            before={comparedImage(original, m.compare_original())}
            after={comparedImage(after, generation.prompt)}
            texts={comparisonTexts()}
          />
        </div>
      </div>
      {generation.images.length > 1 && (
        <div className="flex shrink-0 flex-wrap items-center justify-center gap-x-4">
          <ul aria-label={m.compare_results()} className="flex gap-2 p-1">
            {generation.images.map((image, index) => (
              <li key={image.id}>
                <button
                  type="button"
                  aria-pressed={image === after}
                  aria-label={m.compare_result({ at: image.position })}
                  onClick={() => onChoose(index)}
                  className="ring-on-picture block size-12 overflow-hidden bg-raised aria-pressed:outline-2 aria-pressed:outline-offset-2 aria-pressed:outline-text"
                >
                  <img
                    src={image.thumbnail_url ?? image.url}
                    alt=""
                    className="size-full object-cover"
                  />
                </button>
              </li>
            ))}
          </ul>
          <div className="flex gap-1">
            <IconButton
              icon={Download}
              label={m.stage_download_image({ at: after.position })}
              onClick={() => void onDownload([after])}
            />
            <IconButton
              icon={Maximize}
              label={m.stage_open_image({ at: after.position })}
              onClick={() => onOpenImage(generation.images.indexOf(after))}
            />
          </div>
        </div>
      )}
    </div>
  )
}
