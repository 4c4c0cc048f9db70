import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type DragEvent, useEffect, useState } from 'react'
import { errorText } from '#web/lib/error-text.ts'
import { navigate } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { recordType } from '#web/shared/record-actions/drag-record.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import type { CollectionView } from '../contract.ts'
import { addToCollection, collectionPath, collectionsQuery } from './collections.ts'
import { CollectionCover } from './cover.tsx'

/**
 * The newest collections at the lower edge of the window while a record is dragged, to drop it on.
 * For the keyboard there is “Add to collection” in the viewer and for a selection.
 */
export function DropTarget() {
  const isDragging = useRecordDrag()
  const { data } = useInfiniteQuery({ ...collectionsQuery(), enabled: isDragging })
  const open = (data?.pages[0]?.collections ?? []).filter(({ kind }) => kind === null)
  if (!isDragging || open.length === 0) return null
  return (
    <section
      aria-label={m.collections_drop()}
      className="fixed inset-x-3 bottom-3 z-20 mx-auto flex max-w-3xl flex-col gap-2 rounded-panel bg-overlay p-3 shadow-overlay"
    >
      <p className="text-small text-quiet">{m.collections_drop()}</p>
      <ul className="flex gap-2 overflow-x-auto">
        {open.map((collection) => (
          <Target key={collection.id} collection={collection} />
        ))}
      </ul>
    </section>
  )
}

/** Whether a record is being dragged anywhere on the page. */
function useRecordDrag(): boolean {
  const [isDragging, setDragging] = useState(false)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const start = ({ dataTransfer }: globalThis.DragEvent) => {
      // A page that changes within this event ends the drag in Chromium.
      if (dataTransfer?.types.includes(recordType)) setTimeout(() => setDragging(true))
    }
    addEventListener('dragstart', start, { signal })
    addEventListener('dragend', () => setDragging(false), { signal })
    return () => controller.abort()
  }, [])
  return isDragging
}

function Target({ collection }: { collection: CollectionView }) {
  const client = useQueryClient()
  const [isOver, setOver] = useState(false)
  const { id, name, cover } = collection
  const drop = async (event: DragEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setOver(false)
    const record = event.dataTransfer.getData(recordType)
    const failed = (error: Error) => void toast(errorText(error), { tone: 'bad' })
    const count = await addToCollection(client, id, [record]).catch(failed)
    if (count === undefined) return
    const text =
      count > 0
        ? m.collections_added({ count, shown: String(count), name })
        : m.collections_added_before({ name })
    toast(text, {
      action: { label: m.collections_open(), onAction: () => navigate(collectionPath(id)) },
    })
  }
  return (
    <li
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(recordType)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => void drop(event)}
      className={`flex w-28 shrink-0 flex-col gap-1 rounded-control p-1.5 ${isOver ? 'bg-pressed outline-2 outline-accent' : ''}`}
    >
      <CollectionCover cover={cover} className="aspect-[4/3] w-full" />
      <span className="truncate text-small">{name}</span>
    </li>
  )
}
