import { useEffect, useEffectEvent } from 'react'
import { draggedType, droppedItem, type PageItem } from './page-item.ts'

export type WindowFiles = {
  /**
   * Files, or an item of a page, are being dragged over an element. Browsers only reveal their
   * types. `false` rejects them.
   */
  onOver: (types: string[], over: Element) => boolean
  /** The drag has left or was cancelled. */
  onLeave: () => void
  onDrop: (files: File[], over: Element) => void
  /** A file that a page shows was dropped (`dragProps`). */
  onDropItem: (item: PageItem, over: Element) => void
  /** Files were pasted. A text that is pasted into a box is never intercepted. */
  onPaste: (files: File[], focused: Element) => void
}

/**
 * Handles files that are dropped anywhere on the page, or pasted, while the calling component is on
 * it.
 */
export function useWindowFiles(handlers: WindowFiles): void {
  const onOver = useEffectEvent(handlers.onOver)
  const onLeave = useEffectEvent(handlers.onLeave)
  const onDrop = useEffectEvent(handlers.onDrop)
  const onDropItem = useEffectEvent(handlers.onDropItem)
  const onPaste = useEffectEvent(handlers.onPaste)

  useEffect(() => {
    const ended = new AbortController()
    const on = <Name extends keyof DocumentEventMap>(
      name: Name,
      act: (event: DocumentEventMap[Name]) => void,
    ) => document.addEventListener(name, act, { signal: ended.signal })
    let isOwn = false
    const isOurs = ({ dataTransfer }: DragEvent) =>
      !isBehindDialog() &&
      (draggedType(dataTransfer) !== undefined || (!isOwn && hasFiles(dataTransfer)))

    // A dragged image of this page is no file of the user, unless it was made draggable as an item.
    on('dragstart', () => {
      isOwn = true
    })
    on('dragend', () => {
      isOwn = false
    })
    on('dragover', (event) => {
      if (!isOurs(event) || !event.dataTransfer) return
      // Otherwise the browser would leave the page to show the file.
      event.preventDefault()
      const isTaken = onOver(typesOf(event.dataTransfer), elementOf(event.target))
      event.dataTransfer.dropEffect = isTaken ? 'copy' : 'none'
    })
    on('dragleave', (event) => {
      if (event.relatedTarget === null) onLeave()
    })
    on('drop', (event) => {
      if (!isOurs(event)) return
      event.preventDefault()
      onLeave()
      const item = droppedItem(event.dataTransfer)
      if (item) onDropItem(item, elementOf(event.target))
      else onDrop([...(event.dataTransfer?.files ?? [])], elementOf(event.target))
    })
    on('paste', (event) => {
      const files = [...(event.clipboardData?.files ?? [])]
      const focused = elementOf(event.target)
      const isText = event.clipboardData?.types.includes('text/plain') && isEditable(focused)
      if (files.length === 0 || isText || isBehindDialog()) return
      event.preventDefault()
      onPaste(files, focused)
    })
    return () => ended.abort()
  }, [])
}

function hasFiles(data: DataTransfer | null): boolean {
  return data?.types.includes('Files') ?? false
}

function typesOf(data: DataTransfer): string[] {
  const type = draggedType(data)
  if (type !== undefined) return [type]
  return [...data.items].filter(({ kind }) => kind === 'file').map(({ type }) => type)
}

function elementOf(target: EventTarget | null): Element {
  return target instanceof Element ? target : document.body
}

function isEditable(element: Element): boolean {
  return (
    element.closest(
      'input:not([type=file], [type=radio], [type=checkbox], [type=range]), textarea',
    ) !== null
  )
}

function isBehindDialog(): boolean {
  return document.querySelector('dialog:modal') !== null
}
