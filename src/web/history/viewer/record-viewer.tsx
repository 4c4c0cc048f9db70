import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { readStored, writeStored } from '#web/lib/browser/browser-storage.ts'
import { generationQuery, isOpen, onDeleted } from '#web/lib/jobs/generations.ts'
import { m } from '#web/messages/compiled/messages.js'
import { mayBeTransparent } from '#web/shared/media.ts'
import { downloadFile } from '#web/shared/record-actions/download-records.ts'
import { generationTitle } from '#web/shared/record-actions/record-links.ts'
import { useBatchActions } from '#web/shared/record-actions/use-batch-actions.ts'
import { viewerTexts } from '#web/shared/texts.ts'
import { ImageViewer } from '#web/ui/viewer/image-viewer.tsx'
import type { ViewerItem } from '#web/ui/viewer/viewer-item.ts'
import type { ItemCommand } from '#web/ui/viewer/viewer-keys.ts'
import { RemoveDialog } from '../records/remove-dialog.tsx'
import { TagsDialog } from '../records/tags-dialog.tsx'
import type { HistoryViewerProps } from './history-viewer.tsx'
import { RecordDetails } from './record-details.tsx'
import { isPlainImage, SlideBody } from './slide-body.tsx'
import { usePlace } from './use-viewer-place.ts'
import { saveAnswer, ViewerActions } from './viewer-actions.tsx'
import { keyOf, slidesOf, type ViewerSlide } from './viewer-slides.ts'

/** The viewer of a history's records. */
export function RecordViewer({
  records: loaded,
  openedId,
  openedAt,
  onShown,
  onClose,
  onNearEnd,
}: HistoryViewerProps) {
  const records = useLastingRecords(loaded, openedId)
  const slides = useMemo(() => slidesOf(records), [records])
  const { index, isEmptied, go } = usePlace(slides, openedId, openedAt)
  const [isComparing, setComparing] = useState(true)
  const details = useDetails()
  const slide = useLive(index === null ? undefined : slides[index])
  const items = useMemo(() => slides.map((one) => itemOf(one, isComparing)), [slides, isComparing])
  const [asked, setAsked] = useState<'remove' | 'tags'>()
  const onCommand = useCommands(slide, () => setAsked('remove'))

  const shownId = slide?.generation.id
  const report = useEffectEvent(onShown)
  useEffect(() => {
    if (shownId !== undefined) report(shownId)
  }, [shownId])
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (isEmptied) close()
  }, [isEmptied])
  return (
    <>
      <ImageViewer
        images={items}
        index={index}
        onIndexChange={go}
        onClose={onClose}
        findThumbnail={() => thumbnailOf(shownId)}
        onNearEnd={onNearEnd}
        onCommand={onCommand}
        caption={slide && <span className="text-quiet">{generationTitle(slide.generation)}</span>}
        actions={
          slide && (
            <ViewerActions
              slide={slide}
              compare={{ isOn: isComparing, onChange: setComparing }}
              onRemove={() => setAsked('remove')}
              onTags={() => setAsked('tags')}
            />
          )
        }
        details={
          slide && {
            ...details,
            content: (
              <RecordDetails
                generation={slide.generation}
                media={slide.media}
                onTags={() => setAsked('tags')}
              />
            ),
          }
        }
        texts={textsOf()}
      />
      {slide && (
        <div className="scheme-dark">
          <RemoveDialog
            kind={slide.generation.kind}
            generations={asked === 'remove' ? [slide.generation] : []}
            onClose={() => setAsked(undefined)}
          />
          <TagsDialog
            generation={slide.generation}
            isOpen={asked === 'tags'}
            onClose={() => setAsked(undefined)}
          />
        </div>
      )}
    </>
  )
}

/**
 * The current state of the shown record: a change is in its own query before its list contains it.
 */
function useLive(slide: ViewerSlide | undefined): ViewerSlide | undefined {
  const { data } = useQuery({ ...generationQuery(slide?.generation.id ?? ''), enabled: false })
  return slide && { ...slide, generation: data ?? slide.generation }
}

function useCommands(slide: ViewerSlide | undefined, onRemove: () => void) {
  const { setFavorite } = useBatchActions(slide?.generation.kind ?? 'image')
  return (command: ItemCommand) => {
    if (!slide) return
    const { generation, media } = slide
    if (command === 'favorite') void setFavorite(generation, !generation.is_favorite)
    if (command === 'download' && media) void downloadFile(generation, media)
    if (command === 'download' && generation.answer !== null) saveAnswer(generation)
    if (command === 'remove' && !isOpen(generation)) onRemove()
  }
}

/** The tile of a record in the list behind the viewer. */
function thumbnailOf(id: string | undefined): Element | null {
  return id === undefined ? null : document.querySelector(`main [data-viewer-opener="${id}"]`)
}

function itemOf(slide: ViewerSlide, isComparing: boolean): ViewerItem {
  const { generation, media } = slide
  return {
    src: keyOf(slide),
    thumbnail: media?.thumbnail_url ?? null,
    alt: generationTitle(generation),
    width: media?.width ?? null,
    height: media?.height ?? null,
    isTransparent: media !== undefined && mayBeTransparent(media),
    group: generation.id,
    ...(!isPlainImage(slide, isComparing) && { body: <SlideBody slide={slide} /> }),
  }
}

function textsOf() {
  return {
    viewer: m.history_viewer(),
    details: m.history_details(),
    close: m.history_close(),
    previous: m.history_previous(),
    next: m.history_next(),
    position: (at: number, of: number) => m.history_position({ at, of }),
    ...viewerTexts(),
  }
}

const key = 'atelier.viewer.details'
const wide = matchMedia('(width >= 64rem)')

/**
 * Whether the details are open beside the result: as they were left; on a narrow window, only on
 * request.
 */
export function useDetails(): { isOpen: boolean; onToggle: () => void } {
  const [isOpen, setOpen] = useState(
    () => wide.matches && readStored('localStorage', key) !== false,
  )
  const onToggle = () => {
    if (wide.matches) writeStored('localStorage', key, !isOpen)
    setOpen(!isOpen)
  }
  return { isOpen, onToggle }
}

/**
 * The records of an open viewer. A list returns those around the opened one; once that one is
 * deleted, it finds none, and the last ones stay, without the deleted one.
 */
export function useLastingRecords(
  records: readonly GenerationView[],
  openedId: string | undefined,
): readonly GenerationView[] {
  const [deleted, setDeleted] = useState<readonly string[]>([])
  useEffect(() => onDeleted((ids) => setDeleted((before) => [...before, ...ids])), [])
  const [last, setLast] = useState(records)
  const known = records.length > 0 || openedId === undefined ? records : last
  if (known !== last) setLast(known)
  return useMemo(
    () => (records.length > 0 ? records : known.filter(({ id }) => !deleted.includes(id))),
    [records, known, deleted],
  )
}
