import { type ReactNode, type Ref, useState } from 'react'
import { IconButton } from '../controls/button.tsx'
import { ChevronLeft, ChevronRight } from '../icons/basic-icons.ts'
import type { ViewerItem, ViewerTexts } from './viewer-item.ts'

type ViewerStageProps = {
  item: ViewerItem
  frame: Ref<HTMLDivElement>
  content: Ref<HTMLDivElement>
  texts: ViewerTexts
  /** The buttons for the next and the previous item; absent where there is only one. */
  children: ReactNode
}

/** The place of one item. The keyboard focus starts here, so that a first space closes nothing. */
export function ViewerStage({ item, frame, content, texts, children }: ViewerStageProps) {
  return (
    <div className="group/stage relative min-h-0 flex-1">
      <div
        ref={frame}
        tabIndex={-1}
        className={`absolute inset-0 flex items-center justify-center overflow-hidden outline-none [container-type:size] data-enlarged:cursor-grab data-enlarged:active:cursor-grabbing ${item.body ? 'touch-pan-y' : 'touch-none select-none'}`}
      >
        <div
          key={item.src}
          ref={content}
          className={item.body ? 'absolute inset-x-0 inset-y-1 md:inset-x-16' : 'relative shrink-0'}
          {...(!item.body && { style: placeOf(item), 'data-viewer-image': '' })}
        >
          {item.body ?? <ViewerImage item={item} failed={texts.failed} />}
        </div>
      </div>
      {children}
    </div>
  )
}

type ViewerStepsProps = {
  isFirst: boolean
  isLast: boolean
  texts: ViewerTexts
  onStep: (by: -1 | 1) => void
}

/**
 * To the previous and the next item. Fingers swipe instead, so there they are for screen readers
 * alone.
 */
export function ViewerSteps({ isFirst, isLast, texts, onStep }: ViewerStepsProps) {
  const place = 'absolute top-1/2 -translate-y-1/2 max-md:pointer-coarse:sr-only'
  return (
    <>
      <IconButton
        icon={ChevronLeft}
        label={texts.previous}
        onImage
        onClick={() => onStep(-1)}
        aria-disabled={isFirst}
        className={`!absolute left-3 ${place}`}
      />
      <IconButton
        icon={ChevronRight}
        label={texts.next}
        onImage
        onClick={() => onStep(1)}
        aria-disabled={isLast}
        className={`!absolute right-3 ${place}`}
      />
    </>
  )
}

/** Small images are enlarged to twice their size at most. */
const enlargedBy = 2

type ViewerImageProps = { item: ViewerItem; failed: string }

/**
 * An image as large as it fits. Its thumbnail, which is cached already, is shown until it has
 * loaded.
 */
function ViewerImage({ item, failed }: ViewerImageProps) {
  const { src, alt, thumbnail, isTransparent } = item
  const [state, setState] = useState<'coming' | 'there' | 'failed'>('coming')
  return (
    <>
      {state === 'failed' && (
        <p
          role="alert"
          className="flex size-full items-center justify-center px-4 text-center text-quiet"
        >
          {failed}
        </p>
      )}
      {thumbnail && state !== 'failed' && (
        <img
          src={thumbnail}
          alt=""
          draggable={false}
          className={`absolute inset-0 size-full ${state === 'there' ? 'invisible transition-[visibility] delay-200' : ''}`}
        />
      )}
      <img
        src={src}
        alt={alt}
        draggable={false}
        decoding="async"
        fetchPriority="high"
        onLoad={() => setState('there')}
        onError={() => setState('failed')}
        className={`absolute inset-0 size-full transition-opacity duration-150 ${state === 'there' ? '' : 'opacity-0'} ${isTransparent ? 'checkerboard' : ''}`}
      />
    </>
  )
}

/** The place of an image within its frame, which is a size container. */
function placeOf({ width, height }: ViewerItem) {
  if (!width || !height) return { width: '100%', height: '100%' }
  const ratio = width / height
  return { width: `min(100cqw, 100cqh * ${ratio}, ${width * enlargedBy}px)`, aspectRatio: ratio }
}
