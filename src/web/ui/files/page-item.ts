import type { DragEvent as ReactDragEvent } from 'react'

/** A file that a page of ours shows, dragged to a place that accepts files. */
export type PageItem = {
  /** Its content type. */
  type: string
  address: string
}

// While something is dragged, browsers only reveal the names of its types: the content type is in
// the name, so that a place can say whether it accepts the item.
const prefix = 'application/x-page-item;'

/**
 * Makes an element draggable to places that accept files, in this window and in others of the same
 * site. Sliders inside of it are moved as before.
 */
export function dragProps(item: PageItem | undefined) {
  if (!item) return {}
  return {
    draggable: true,
    onDragStart: (event: ReactDragEvent) => {
      const { dataTransfer, clientX, clientY } = event
      if (document.elementFromPoint(clientX, clientY)?.closest('input, [role=slider]')) {
        event.preventDefault()
        return
      }
      dragItem(dataTransfer, item)
    },
  }
}

/** Makes a drag that begins carry a file of a page. */
export function dragItem(data: DataTransfer, { type, address }: PageItem): void {
  data.setData(`${prefix}${type}`, address)
  data.setData('text/uri-list', new URL(address, location.href).href)
  data.effectAllowed = 'copy'
}

/** The content type of the item that is being dragged, if it is one of a page. */
export function draggedType(data: DataTransfer | null): string | undefined {
  return data?.types.find((type) => type.startsWith(prefix))?.slice(prefix.length)
}

/** The item that was dropped, if it is one of a page. */
export function droppedItem(data: DataTransfer | null): PageItem | undefined {
  const type = draggedType(data)
  const address = type === undefined ? undefined : data?.getData(`${prefix}${type}`)
  return type === undefined || !address ? undefined : { type, address }
}
