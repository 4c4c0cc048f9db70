import type { DragEvent } from 'react'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { dragItem } from '../../ui/files/page-item.ts'

/** The type of a dragged record's id. */
export const recordType = 'application/x-atelier-record'

/** Makes a drag carry a record, for what features show to drop it on, and its first file, for the inputs of forms. */
export function dragRecord({ dataTransfer }: DragEvent, { id, images }: GenerationView): void {
  const [file] = images
  if (file) dragItem(dataTransfer, { type: file.content_type, address: file.url })
  dataTransfer.setData(recordType, id)
  dataTransfer.effectAllowed = 'copy'
}
