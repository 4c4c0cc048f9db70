import { useState } from 'react'
import type { Field } from '#catalogue/fields.ts'
import { useWindowFiles } from '#web/ui/files/use-window-files.ts'
import { isOfKind } from '../uploads/accept.ts'
import { giveFiles, turnAway, uploadsOf } from '../uploads/upload-files.ts'
import { judgeOf, land, type Slot } from './assign-files.ts'

type FormFiles = {
  form: string
  fields: Readonly<Record<string, Field>>
  values: Readonly<Record<string, unknown>>
}

type Dragged = {
  /** The field that what is being dragged would go to. */
  landing: string | undefined
  /** What is being dragged goes nowhere: no field takes it, or those that do are full. */
  refused: 'wrong' | 'full' | undefined
}

const nothing: Dragged = { landing: undefined, refused: undefined }

/**
 * Takes files that are dropped or pasted anywhere on the page, and tells meanwhile where they would
 * go.
 */
export function useFilesAnywhere({ form, fields, values }: FormFiles): Dragged {
  const [dragged, setDragged] = useState(nothing)
  const slots = () => slotsOf({ form, fields, values })

  const give = (files: File[], over: Element) => {
    const { gifts, nowhere } = land(files, slots(), fieldOf(over))
    for (const { field, files } of gifts) {
      const slot = slots().find((one) => one.field === field)
      if (slot) giveFiles({ form, ...slot }, files)
    }
    const [left] = nowhere
    const judge = left && judgeOf(left, slots(), fieldOf(over))
    if (left && judge) turnAway({ form, ...judge }, left)
  }

  useWindowFiles({
    onOver: (types, over) => {
      const { gifts } = land(
        types.map((type) => ({ type })),
        slots(),
        fieldOf(over),
      )
      const landing = gifts[0]?.field
      const fits = slots().some(
        ({ accept, isMask }) => !isMask && types.some((type) => isOfKind({ type }, accept)),
      )
      const refused = landing !== undefined ? undefined : fits ? 'full' : 'wrong'
      if (landing !== dragged.landing || refused !== dragged.refused)
        setDragged({ landing, refused })
      return landing !== undefined
    },
    onLeave: () => setDragged(nothing),
    onDrop: give,
    onPaste: give,
  })
  return dragged
}

function fieldOf(element: Element): string | undefined {
  return element.closest<HTMLElement>('[data-slot]')?.dataset.slot
}

function slotsOf({ form, fields, values }: FormFiles): Slot[] {
  return Object.entries(fields).flatMap(([field, { control }]) => {
    if (control.kind !== 'file' && control.kind !== 'files') return []
    const max = control.kind === 'files' ? control.max : 1
    const held = [values[field] ?? []].flat().filter(Boolean).length
    const room = max - held - uploadsOf({ form, field }).length
    const isMask = control.kind === 'file' && control.maskOf !== undefined
    return [{ field, accept: control.accept, max, room, isMask }]
  })
}
