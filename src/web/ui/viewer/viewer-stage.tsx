import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { IconButton } from '../controls/icon-button.tsx'
import type { ViewerItem, ViewerTexts } from './viewer-item.ts'
import { placeOf, ViewerPicture } from './viewer-picture.tsx'

type ViewerStageProps = {
  item: ViewerItem
  frame: Ref<HTMLDivElement>
  content: Ref<HTMLDivElement>
  texts: ViewerTexts
  /** The ways to the neighbours; absent where there is but one thing. */
  children: ReactNode
}

/** Where one thing is shown. The keyboard starts here, so that a first space closes nothing. */
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
          {...(!item.body && { style: placeOf(item) })}
        >
          {item.body ?? <ViewerPicture item={item} failed={texts.failed} />}
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
 * To the one before and the one after. Fingers wipe instead, so there they are for screen readers
 * alone.
 */
export function ViewerSteps({ isFirst, isLast, texts, onStep }: ViewerStepsProps) {
  const place = 'absolute top-1/2 -translate-y-1/2 max-md:pointer-coarse:sr-only'
  return (
    <>
      <IconButton
        icon={ChevronLeft}
        label={texts.previous}
        onPicture
        onClick={() => onStep(-1)}
        aria-disabled={isFirst}
        className={`!absolute left-3 ${place}`}
      />
      <IconButton
        icon={ChevronRight}
        label={texts.next}
        onPicture
        onClick={() => onStep(1)}
        aria-disabled={isLast}
        className={`!absolute right-3 ${place}`}
      />
    </>
  )
}
