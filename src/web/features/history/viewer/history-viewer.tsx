import { Download, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import type { Kind } from '#catalogue/kind.ts'
import type { GenerationView } from '#contract/generation.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { buttonStyle } from '#web/ui/controls/button-style.ts'
import { ImageViewer, type ViewerItem } from '#web/ui/image-viewer.tsx'
import { AnswerActions } from '../../understand/answer-actions.tsx'
import { formAddress } from '../../work/form-address.ts'
import { nameOf } from '../../work/name-of.ts'
import { useWorkActions } from '../../work/use-work-actions.ts'
import { RemoveButton } from '../remove/remove-button.tsx'
import { reanalysisAddress } from '../rows/reanalysis-address.ts'
import { RecordDetails } from './record-details.tsx'
import { isPlainPicture, ShotBody } from './shot-body.tsx'
import { type Shot, shotsOf } from './shots.ts'

type HistoryViewerProps = {
  records: readonly GenerationView[]
  /** The record that was opened; nothing is shown without one. */
  openedId: string | undefined
  onClose: () => void
}

/** Every result of the page, one at a time over the whole screen, with how it was made and what it cost. */
export function HistoryViewer({ records, openedId, onClose }: HistoryViewerProps) {
  const shots = shotsOf(records)
  const [moved, setMoved] = useState<{ from: string; to: number }>()
  const opened = shots.findIndex(({ generation }) => generation.id === openedId)
  const index = opened === -1 ? null : moved && moved.from === openedId ? moved.to : opened
  const shot = index === null ? undefined : shots[index]

  const close = () => {
    setMoved(undefined)
    onClose()
  }
  return (
    <ImageViewer
      images={shots.map(itemOf)}
      index={shot ? index : null}
      onIndexChange={(to) => openedId && setMoved({ from: openedId, to })}
      onClose={close}
      actions={shot && <ViewerActions shot={shot} onRemoved={close} />}
      details={shot && <RecordDetails generation={shot.generation} />}
      texts={{
        viewer: m.history_viewer(),
        details: m.history_details(),
        close: m.history_close(),
        previous: m.history_previous(),
        next: m.history_next(),
        position: (at, of) => m.history_position({ at, of }),
      }}
    />
  )
}

function itemOf(shot: Shot): ViewerItem {
  const { generation, media } = shot
  return {
    src: media?.url ?? generation.id,
    thumbnail: media?.thumbnail_url ?? null,
    alt: nameOf(generation),
    width: media?.width ?? null,
    height: media?.height ?? null,
    ...(!isPlainPicture(shot) && { body: <ShotBody shot={shot} /> }),
  }
}

const againTexts: Record<Kind, () => string> = {
  image: m.history_reuse,
  video: m.history_again_video,
  'image-editing': m.history_again_image_editing,
  audio: m.history_again_audio,
  'image-understanding': m.history_again_understanding,
}

function ViewerActions({ shot: { generation, media }, onRemoved }: { shot: Shot; onRemoved: () => void }) {
  const { download } = useWorkActions(generation)
  const isQuestion = generation.kind === 'image-understanding'
  return (
    <>
      <Link
        {...(isQuestion ? reanalysisAddress(generation) : formAddress(generation))}
        className={buttonStyle({ variant: 'quiet' })}
      >
        <SlidersHorizontal size={16} aria-hidden />
        {againTexts[generation.kind]()}
      </Link>
      {isQuestion && <AnswerActions generation={generation} />}
      {media && (
        <Button icon={Download} onClick={() => void download([media])}>
          {m.history_download()}
        </Button>
      )}
      <RemoveButton generation={generation} onRemoved={onRemoved} />
    </>
  )
}
