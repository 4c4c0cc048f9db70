import type { DragEvent } from 'react'

/** The type of a dragged record's id. */
export const recordType = 'application/x-atelier-record'

/** Makes a drag carry a record, which collections take. */
export function dragRecord({ dataTransfer }: DragEvent, id: string): void {
  dataTransfer.setData(recordType, id)
  dataTransfer.effectAllowed = 'copy'
}
