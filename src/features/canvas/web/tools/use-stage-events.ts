import { useEffect } from 'react'
import type { Point } from '../pixels/pixels.ts'
import { onDocument, type View } from './view.ts'

type Place = { current: HTMLElement | null }

/** Calls back with image files that are dropped on an element, and where: in pixels of the document. */
export function useFileDrop(
  place: Place,
  view: View,
  onFiles: (files: File[], at: Point) => void,
): void {
  useEffect(() => {
    const element = place.current
    if (!element) return
    const allow = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      const files = [...event.dataTransfer.files].filter(({ type }) => type.startsWith('image/'))
      const { left, top } = element.getBoundingClientRect()
      const at = { x: event.clientX - left, y: event.clientY - top }
      if (files.length > 0) onFiles(files, onDocument(view, at))
    }
    element.addEventListener('dragover', allow)
    element.addEventListener('drop', drop)
    return () => {
      element.removeEventListener('dragover', allow)
      element.removeEventListener('drop', drop)
    }
  }, [place, view, onFiles])
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
