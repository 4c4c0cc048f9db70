import { useState } from 'react'
import type { GenerationView, MediaView } from '#core/generations/generation-contract.ts'
import { formatNumber } from '#web/lib/format.ts'
import { isOpen } from '#web/lib/jobs/generations.ts'
import { m } from '#web/messages/compiled/messages.js'
import { mayBeTransparent, mediaDrag } from '#web/shared/media.ts'
import { ResultActions } from '#web/shared/record-actions/result-actions.ts'
import { UseMenu } from '#web/shared/record-actions/result-buttons.tsx'
import { IconButton } from '#web/ui/controls/button.tsx'
import { Download } from '#web/ui/icons/form-icons.ts'
import { fitGrid } from './fit-grid.ts'
import { partialText } from './job-state.ts'
import type { ResultBodyProps } from './result-bodies.ts'
import { ResultFrame, resultShape, useElementBox } from './result-frame.tsx'

/** Between two images, in px. */
const gapPx = 8

/**
 * One frame for each requested image, as large as fits. The frames are there from the start, so an
 * image that arrives moves nothing.
 */
export function ImageResults({ generation, onOpenImage, onDownload, onAdd }: ResultBodyProps) {
  const isRunning = isOpen(generation)
  const [room, box] = useElementBox<HTMLDivElement>()
  const { images, prompt } = generation
  const count = Math.max(generation.number_of_images, ...images.map(({ position }) => position))
  const frames = Array.from({ length: count }, (_, index) =>
    images.find(({ position }) => position === index + 1),
  )
  const firstMissing = frames.indexOf(undefined)
  const { columns, cell } = fitGrid(
    count,
    resultShape(generation),
    box ?? { width: 0, height: 0 },
    gapPx,
  )
  const altOf = (at: number) => (count > 1 ? m.stage_image({ prompt, at, of: count }) : prompt)

  return (
    <div ref={room} className="absolute inset-4 flex items-center justify-center lg:inset-6">
      {box && (
        <ul
          className="grid"
          style={{ gap: gapPx, gridTemplateColumns: `repeat(${columns}, ${cell.width}px)` }}
        >
          {frames.map((image, index) => (
            <ResultFrame
              as="li"
              // biome-ignore lint/suspicious/noArrayIndexKey: a frame is its place
              key={index}
              size={cell}
              isRunning={isRunning}
              input={generation.inputs[0]}
              preview={index === 0 ? generation.preview : null}
            >
              {image && (
                <ImagePreview
                  {...{ generation, image, onAdd }}
                  alt={altOf(image.position)}
                  onOpen={() => onOpenImage(images.indexOf(image))}
                  onDownload={count > 1 ? onDownload : undefined}
                />
              )}
              {!image && !isRunning && (
                <MissingImage generation={generation} isFirst={index === firstMissing} />
              )}
            </ResultFrame>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The frame of an image that was not returned; the first one explains the refund. */
function MissingImage({ generation, isFirst }: { generation: GenerationView; isFirst: boolean }) {
  const refunded = generation.credits_refunded
  return (
    <p className="relative m-auto max-w-64 px-3 text-center text-small text-quiet">
      <span className="block text-text">
        {isFirst ? partialText(generation) : m.stage_missing()}
      </span>
      {isFirst &&
        refunded > 0 &&
        m.stage_refunded({ count: refunded, amount: formatNumber(refunded) })}
    </p>
  )
}

type ImagePreviewProps = {
  generation: GenerationView
  image: MediaView
  alt: string
  onOpen: () => void
  /**
   * Present for one of several images, each with its own actions; those of a single image are below
   * it.
   */
  onDownload: ((images: readonly MediaView[]) => Promise<void>) | undefined
  onAdd: (generation: GenerationView) => void
}

function ImagePreview({ generation, image, alt, onOpen, onDownload, onAdd }: ImagePreviewProps) {
  const [isThere, setThere] = useState(false)
  return (
    <div {...mediaDrag(image)} className="group relative size-full">
      <button
        type="button"
        aria-label={m.stage_open_image({ at: image.position })}
        onClick={onOpen}
        className="ring-on-picture block size-full cursor-zoom-in"
      >
        <img
          src={image.url}
          alt={alt}
          decoding="async"
          onLoad={() => setThere(true)}
          className={`size-full object-contain transition-opacity duration-200 ${isThere ? '' : 'opacity-0'} ${mayBeTransparent(image) ? 'checkerboard' : ''}`}
        />
      </button>
      {onDownload && (
        <div className="absolute right-2 bottom-2 flex gap-1.5 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
          <UseMenu generation={generation} media={image} onImage />
          <ResultActions generation={generation} media={image} look="on-image" onStarted={onAdd} />
          <IconButton
            icon={Download}
            small
            onImage
            label={m.stage_download_image({ at: image.position })}
            onClick={() => void onDownload([image])}
          />
        </div>
      )}
    </div>
  )
}
