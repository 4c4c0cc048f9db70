import { Download, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import type { ImageHistoryRecord } from '#contract/history.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { buttonStyle } from '#web/ui/controls/button-style.ts'
import { ImageViewer } from '#web/ui/image-viewer.tsx'
import { formAddress } from './form-address.ts'
import { RecordDetails } from './record-details.tsx'
import { type Shot, shotsOf } from './shots.ts'

type HistoryViewerProps = {
  records: readonly ImageHistoryRecord[]
  /** The record that was opened; nothing is shown without one. */
  openedId: string | undefined
  onClose: () => void
}

/** Every picture of the page, one at a time over the whole screen, with how it was made and what it cost. */
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
      images={shots.map(({ image, generation }) => ({
        src: image.url,
        thumbnail: image.thumbnail_url,
        alt: generation.prompt,
        width: image.width,
        height: image.height,
      }))}
      index={index}
      onIndexChange={(to) => openedId && setMoved({ from: openedId, to })}
      onClose={close}
      actions={shot && <ViewerActions shot={shot} />}
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

function ViewerActions({ shot: { generation, image, fileName } }: { shot: Shot }) {
  const { to, query } = formAddress(generation)
  return (
    <>
      <Link to={to} query={query} className={buttonStyle({ variant: 'quiet' })}>
        <SlidersHorizontal size={16} aria-hidden />
        {m.history_reuse()}
      </Link>
      <a href={image.url} download={fileName} className={buttonStyle()}>
        <Download size={16} aria-hidden />
        {m.history_download()}
      </a>
    </>
  )
}
