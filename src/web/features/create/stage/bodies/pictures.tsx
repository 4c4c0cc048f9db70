import { Download } from 'lucide-react'
import { useState } from 'react'
import type { GenerationView, MediaView } from '#contract/generation.ts'
import { formatNumber } from '#web/lib/format.ts'
import { isOpen } from '#web/lib/generations.ts'
import { m } from '#web/messages/compiled/messages.js'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { fitGrid } from '../fit-grid.ts'
import { partialWords } from '../state.ts'
import type { BodyProps } from './body-props.ts'
import { Frame } from './frame.tsx'
import { shapeOfWork } from './shape-of-work.ts'
import { useBox } from './use-box.ts'

/** Between two pictures, in px. */
const gap = 8

/**
 * One frame for each picture that was asked for, as large as fits. The frames stand from the first moment, so a picture
 * that arrives moves nothing.
 */
export function Pictures({ generation, onOpenImage, onDownload }: BodyProps) {
  const isRunning = isOpen(generation)
  const [room, box] = useBox<HTMLDivElement>()
  const { images, prompt } = generation
  const count = isRunning ? generation.number_of_images : Math.max(images.length, generation.number_of_images)
  const { columns, cell } = fitGrid(count, shapeOfWork(generation), box ?? { width: 0, height: 0 }, gap)
  const altOf = (at: number) => (count > 1 ? m.stage_image({ prompt, at, of: count }) : prompt)

  return (
    <div ref={room} className="absolute inset-4 flex items-center justify-center lg:inset-6">
      {box && (
        <ul className="grid" style={{ gap, gridTemplateColumns: `repeat(${columns}, ${cell.width}px)` }}>
          {Array.from({ length: count }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a frame is its place
            <Frame as="li" key={index} size={cell} isRunning={isRunning} input={generation.inputs[0]}>
              {images[index] && (
                <Picture
                  image={images[index]}
                  alt={altOf(index + 1)}
                  at={index + 1}
                  onOpen={() => onOpenImage(index)}
                  onDownload={count > 1 ? onDownload : undefined}
                />
              )}
              {!images[index] && !isRunning && <Missing generation={generation} isFirst={index === images.length} />}
            </Frame>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The place of a picture that did not come back; the first one says what about the credits. */
function Missing({ generation, isFirst }: { generation: GenerationView; isFirst: boolean }) {
  const refunded = generation.credits_refunded
  return (
    <p className="relative m-auto max-w-64 px-3 text-center text-small text-quiet">
      <span className="block text-text">{isFirst ? partialWords(generation) : m.stage_missing()}</span>
      {isFirst && refunded > 0 && m.stage_refunded({ count: refunded, amount: formatNumber(refunded) })}
    </p>
  )
}

type PictureProps = {
  image: MediaView
  alt: string
  at: number
  onOpen: () => void
  onDownload: ((images: readonly MediaView[]) => Promise<void>) | undefined
}

function Picture({ image, alt, at, onOpen, onDownload }: PictureProps) {
  const [isThere, setThere] = useState(false)
  return (
    <div className="group relative size-full">
      <button
        type="button"
        aria-label={m.stage_open_image({ at })}
        onClick={onOpen}
        className="ring-on-picture block size-full cursor-zoom-in"
      >
        <img
          src={image.url}
          alt={alt}
          decoding="async"
          onLoad={() => setThere(true)}
          className={`size-full object-contain transition-opacity duration-200 ${isThere ? '' : 'opacity-0'}`}
        />
      </button>
      {onDownload && (
        <IconButton
          icon={Download}
          small
          onPicture
          label={m.stage_download_image({ at })}
          onClick={() => void onDownload([image])}
          className="!absolute right-2 bottom-2 opacity-0 group-hover:opacity-100 focus-visible:opacity-100 pointer-coarse:hidden"
        />
      )}
    </div>
  )
}
