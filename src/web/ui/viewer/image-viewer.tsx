import { type ReactNode, useDeferredValue, useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { useModal } from '../overlays/use-modal.ts'
import { moveBack, moveFrom } from './move-image.ts'
import type { ViewerItem, ViewerTexts } from './viewer-item.ts'
import { type ItemCommand, useViewerKeys } from './viewer-keys.ts'
import { ViewerDetails, ViewerHeader, ViewerStrip } from './viewer-panels.tsx'
import { ViewerStage, ViewerSteps } from './viewer-stage.tsx'
import { useZoomer } from './zoomer.ts'

export type ImageViewerProps = {
  images: readonly ViewerItem[]
  /** The one on screen; `null` keeps the viewer closed. */
  index: number | null
  onIndexChange: (index: number) => void
  onClose: () => void
  /** Finds the thumbnail of the shown image on the page, which it opens from and closes to. */
  findThumbnail?: () => Element | null
  /** Few are left in that direction: the caller may load more. */
  onNearEnd?: ((end: 'start' | 'end') => void) | undefined
  /** Delete, F and D. */
  onCommand?: (command: ItemCommand) => void
  /** What it is: one line above the image. */
  caption?: ReactNode
  /** Buttons for this image, below it. */
  actions?: ReactNode
  /** Prompt, settings, receipt: beside the item, or in a sheet over its lower part. */
  details?: { isOpen: boolean; onToggle: () => void; content: ReactNode } | undefined
  texts: ViewerTexts
}

/**
 * Images in full screen, always on black, from a quarter to three times the size at which they fit.
 * Arrow keys, buttons and swiping move on; Escape and pulling down close; the focus returns.
 * Videos, audio and texts are shown as they are.
 */
export function ImageViewer(props: ImageViewerProps) {
  const { images, index, texts } = props
  const item = index === null ? undefined : images[index]
  const { leave, ...modal } = useLeavableModal(item?.src, props)
  return (
    <dialog
      {...modal}
      aria-label={texts.viewer}
      className="scheme-dark fixed inset-0 m-0 size-full max-h-none max-w-none overflow-hidden bg-stage data-leaving:opacity-0"
    >
      {item && index !== null && (
        <OpenViewer {...props} onClose={leave} index={index} item={item} />
      )}
    </dialog>
  )
}

/**
 * It fades out at once. The page behind, which the browser paints again as a whole, becomes
 * interactive when it is removed.
 */
function useLeavableModal(
  shown: string | undefined,
  { onClose, findThumbnail }: Pick<ImageViewerProps, 'onClose' | 'findThumbnail'>,
) {
  // biome-ignore lint/nursery/useReactCompiler: it is only called after the first render
  const { ref: dialogRef, ...modal } = useModal(shown !== undefined, () => leave())
  const leave = () => {
    const dialog = dialogRef.current
    if (!dialog || dialog.hasAttribute('data-leaving')) return
    dialog.setAttribute('data-leaving', '')
    moveBack(findThumbnail?.(), imageOf(dialog))
    afterPaint(() => void faded(dialog).then(onClose))
  }
  const isOpen = shown !== undefined
  const open = useEffectEvent(() => moveFrom(findThumbnail?.(), imageOf(dialogRef.current)))
  useLayoutEffect(() => {
    if (isOpen) open()
  }, [isOpen])
  // Closing may also return to the item that was shown before.
  useEffect(() => {
    if (shown !== undefined) dialogRef.current?.removeAttribute('data-leaving')
  }, [shown, dialogRef])
  return { ...modal, ref: dialogRef, leave }
}

/** Only images have one place for all of their space; a video is anywhere in its own. */
function imageOf(dialog: HTMLElement | null): HTMLElement | null | undefined {
  return dialog?.querySelector<HTMLElement>('[data-viewer-image]')
}

/** Without transitions where reduced motion is preferred, and in a hidden tab. */
async function faded(dialog: HTMLElement): Promise<void> {
  const fades = document.hidden ? [] : dialog.getAnimations()
  await Promise.allSettled(fades.map(({ finished }) => finished))
}

type OpenViewerProps = ImageViewerProps & { index: number; item: ViewerItem }

function OpenViewer(props: OpenViewerProps) {
  const {
    images,
    index,
    item,
    onIndexChange,
    onClose,
    onCommand,
    caption,
    actions,
    details,
    texts,
  } = props
  const isZoomable = item.body === undefined
  const step = (by: -1 | 1) => images[index + by] && onIndexChange(index + by)
  const { frame, content, scale, zoomer } = useZoomer(item.src, {
    isZoomable,
    onSwipe: step,
    onDismiss: onClose,
  })
  useViewerKeys({ frame, zoomer, isZoomable, step, onDetails: details?.onToggle, onCommand })
  useAdjacents(props)
  useEffect(() => frame.current?.focus({ preventScroll: true }), [frame])

  const together =
    item.group === undefined ? [] : images.filter(({ group }) => group === item.group)
  // The image is rendered first.
  const detailsContent = useDeferredValue(details?.content, null)
  const position = images.length > 1 ? texts.position(index + 1, images.length) : ''
  return (
    <div className="relative flex h-full pb-[env(safe-area-inset-bottom)]">
      <div className="flex min-w-0 flex-1 flex-col">
        <ViewerHeader
          {...{ position, caption, texts, onClose, details }}
          announcement={`${item.alt} ${position}`}
          zoom={isZoomable ? { scale, zoomer } : undefined}
        />
        <ViewerStage {...{ item, frame, content, texts }}>
          {images.length > 1 && (
            <ViewerSteps
              isFirst={index === 0}
              isLast={index === images.length - 1}
              texts={texts}
              onStep={step}
            />
          )}
        </ViewerStage>
        {together.length > 1 && (
          <ViewerStrip
            items={together}
            current={item}
            onChoose={(chosen) => onIndexChange(images.indexOf(chosen))}
            texts={texts}
          />
        )}
        {actions && (
          <footer data-toast-clear className="shrink-0 px-2 py-2 sm:px-3 sm:py-3">
            {actions}
          </footer>
        )}
      </div>
      {details?.isOpen && (
        <ViewerDetails
          label={texts.details ?? ''}
          closeLabel={texts.close}
          onClose={details.onToggle}
        >
          {detailsContent}
        </ViewerDetails>
      )}
    </div>
  )
}

/** The viewer requests more items when this many are left. */
const nearEnd = 4

/** Fetches the images beside the shown one, and requests more items in time. */
function useAdjacents({ images, index, onNearEnd }: OpenViewerProps): void {
  const beside = [images[index + 1], images[index - 1]].flatMap((item) =>
    item && !item.body ? [item.src] : [],
  )
  const addresses = beside.join(' ')
  useEffect(() => {
    for (const address of addresses.split(' ').filter(Boolean)) {
      const image = new Image()
      image.fetchPriority = 'low'
      image.src = address
    }
  }, [addresses])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each image and each time the list has grown
  useEffect(() => {
    if (index >= images.length - nearEnd) onNearEnd?.('end')
    if (index < nearEnd) onNearEnd?.('start')
  }, [index, images.length])
}

/**
 * Runs an action after the pending changes were painted, so that the user sees a reaction first.
 */
function afterPaint(act: () => void): void {
  // Nothing is painted in a hidden tab.
  if (document.hidden) act()
  else requestAnimationFrame(() => setTimeout(act))
}
