import { useEffect } from 'react'
import { recordType } from '#web/shared/record-actions/drag-record.ts'
import { draggedType, droppedItem, type PageItem } from '#web/ui/files/page-item.ts'
import type { Point } from '../pixels/pixels.ts'
import { onDocument, type View } from './view.ts'

type Place = { current: HTMLElement | null }

/** What was dropped: image files, a record by its id, or an image that a page of ours shows. */
export type Dropped = { files: File[] } | { record: string } | { item: PageItem }

/** Calls back with what is dropped on an element, and where: in pixels of the document. */
export function useDrop(
  place: Place,
  view: View,
  onDrop: (dropped: Dropped, at: Point) => void,
): void {
  useEffect(() => {
    const element = place.current
    if (!element) return
    const allow = (event: DragEvent) => {
      if (!event.dataTransfer || !mayBeDropped(event.dataTransfer)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
    }
    const drop = (event: DragEvent) => {
      if (!event.dataTransfer || !mayBeDropped(event.dataTransfer)) return
      event.preventDefault()
      const dropped = droppedOn(event.dataTransfer)
      const { left, top } = element.getBoundingClientRect()
      const at = { x: event.clientX - left, y: event.clientY - top }
      if (dropped) onDrop(dropped, onDocument(view, at))
    }
    element.addEventListener('dragover', allow)
    element.addEventListener('drop', drop)
    return () => {
      element.removeEventListener('dragover', allow)
      element.removeEventListener('drop', drop)
    }
  }, [place, view, onDrop])
}

const mayBeDropped = (data: DataTransfer) =>
  data.types.some((type) => type === 'Files' || type === recordType) ||
  draggedType(data)?.startsWith('image/')

function droppedOn(data: DataTransfer): Dropped | undefined {
  const files = [...data.files].filter(({ type }) => type.startsWith('image/'))
  if (files.length > 0) return { files }
  const record = data.getData(recordType)
  if (record !== '') return { record }
  const item = droppedItem(data)
  return item?.type.startsWith('image/') ? { item } : undefined
}

/** Keeps the focus where it is when an element is pressed: a text that is pressed is typed at once. */
export function useKeptFocus(place: Place, isOn: boolean): void {
  useEffect(() => {
    const element = place.current
    if (!element || !isOn) return
    const keep = (event: MouseEvent) => event.preventDefault()
    element.addEventListener('mousedown', keep)
    return () => element.removeEventListener('mousedown', keep)
  }, [place, isOn])
}
