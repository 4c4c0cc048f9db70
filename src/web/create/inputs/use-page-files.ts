import { useState } from 'react'
import type { Field } from '#core/models/rules/fields.ts'
import type { PageItem } from '#web/ui/files/page-item.ts'
import { useWindowFiles } from '#web/ui/files/use-window-files.ts'
import { isAccepted } from '../uploads/accept.ts'
import { writeSlotNote } from '../uploads/slot-notes.ts'
import { addFiles, rejectFile } from '../uploads/upload-files.ts'
import { removeUpload, uploadsOf } from '../uploads/upload-store.ts'
import { assignDroppedFiles, findRefusingSlot, type Slot } from './assign-files.ts'

type FormFiles = {
  form: string
  fields: Readonly<Record<string, Field>>
  values: Readonly<Record<string, unknown>>
  onChange: (field: string, value: unknown) => void
}

type DragTarget = {
  /** The target field of a dragged file. */
  dropTarget: string | undefined
  /** The dragged file has no target: no field accepts it, or those that do are full. */
  refused: 'wrong' | 'full' | undefined
}

const nothing: DragTarget = { dropTarget: undefined, refused: undefined }

/**
 * Handles files that are dropped or pasted anywhere on the page, and returns the target of a drag.
 */
export function usePageFiles({ form, fields, values, onChange }: FormFiles): DragTarget {
  const [dragged, setDragged] = useState(nothing)
  const slots = () => slotsOf({ form, fields, values })

  const assignAndAdd = (files: File[], over: Element) => {
    const { assignments, rejected } = assignDroppedFiles(files, slots(), fieldOf(over))
    for (const { field, files } of assignments) {
      const slot = slots().find((one) => one.field === field)
      if (slot) addFiles({ form, ...slot }, files)
    }
    const [left] = rejected
    const refusing = left && findRefusingSlot(left, slots(), fieldOf(over))
    if (left && refusing) rejectFile({ form, ...refusing }, left)
  }

  // A result is in our storage already: the field gets its address.
  const assignItem = (item: PageItem, over: Element) => {
    const { assignments, rejected } = assignDroppedFiles([item], slots(), fieldOf(over))
    const slot = slots().find(({ field }) => field === assignments[0]?.field)
    if (slot) putAddress({ form, ...slot }, { address: item.address, values, onChange })
    const refusing = rejected[0] && findRefusingSlot(item, slots(), fieldOf(over))
    if (refusing) rejectFile({ form, ...refusing }, { ...item, name: nameOf(item) })
  }

  useWindowFiles({
    onOver: (types, over) => {
      const { assignments } = assignDroppedFiles(
        types.map((type) => ({ type })),
        slots(),
        fieldOf(over),
      )
      const dropTarget = assignments[0]?.field
      const fits = slots().some(
        ({ accept, isMask }) => !isMask && types.some((type) => isAccepted({ type }, accept)),
      )
      const refused = dropTarget !== undefined ? undefined : fits ? 'full' : 'wrong'
      if (dropTarget !== dragged.dropTarget || refused !== dragged.refused)
        setDragged({ dropTarget, refused })
      return dropTarget !== undefined
    },
    onLeave: () => setDragged(nothing),
    onDrop: assignAndAdd,
    onDropItem: assignItem,
    onPaste: assignAndAdd,
  })
  return dragged
}

type FieldValues = Pick<FormFiles, 'values' | 'onChange'> & { address: string }

/** Replaces the file of a field for one, or adds to the list of a field for several. */
function putAddress(
  slot: Slot & { form: string },
  { address, values, onChange }: FieldValues,
): void {
  const { form, field, max, room } = slot
  if (max === 1) {
    for (const { id } of uploadsOf({ form, field })) removeUpload(id)
    writeSlotNote({ form, field }, undefined)
    onChange(field, address)
    return
  }
  const list = [values[field] ?? []].flat()
  if (list.includes(address)) return
  writeSlotNote({ form, field }, room > 0 ? undefined : { kind: 'left-out', count: 1, max })
  if (room > 0) onChange(field, [...list, address])
}

function nameOf({ address }: PageItem): string {
  return decodeURIComponent(address.split('/').at(-1) ?? '')
}

function fieldOf(element: Element): string | undefined {
  return element.closest<HTMLElement>('[data-slot]')?.dataset.slot
}

function slotsOf({ form, fields, values }: Omit<FormFiles, 'onChange'>): Slot[] {
  return Object.entries(fields).flatMap(([field, { control }]) => {
    if (control.kind !== 'file' && control.kind !== 'files') return []
    const max = control.kind === 'files' ? control.max : 1
    const held = [values[field] ?? []].flat().filter(Boolean).length
    const room = max - held - uploadsOf({ form, field }).length
    const isMask = control.kind === 'file' && control.maskOf !== undefined
    return [{ field, accept: control.accept, max, room, isMask }]
  })
}
