import { useState } from 'react'
import type { Field } from '#catalogue/field.ts'
import { useWindowFiles } from '#web/ui/files/use-window-files.ts'
import { land, type Slot } from '../rules/landing.ts'
import { giveFiles, uploadsOf } from '../tray/give-files.ts'

type FormFiles = {
  form: string
  fields: Readonly<Record<string, Field>>
  values: Readonly<Record<string, unknown>>
}

type Dragged = {
  /** The field that what is being dragged would go to. */
  landing: string | undefined
  /** Something is being dragged that no field takes. */
  isRefused: boolean
}

const nothing: Dragged = { landing: undefined, isRefused: false }

/** Takes files that are dropped or pasted anywhere on the page, and tells meanwhile where they would go. */
export function useFilesAnywhere({ form, fields, values }: FormFiles): Dragged {
  const [dragged, setDragged] = useState(nothing)
  const slots = () => slotsOf({ form, fields, values })

  const give = (files: File[], over: Element) => {
    const { gifts, nowhere } = land(files, slots(), fieldOf(over))
    for (const { field, files } of gifts) {
      const slot = slots().find((one) => one.field === field)
      if (slot) giveFiles({ form, ...slot }, files)
    }
    // Nobody takes these: the field they were dropped on, or the first one, says why.
    const judge = slots().find(({ field }) => field === fieldOf(over)) ?? slots()[0]
    if (gifts.length === 0 && judge) giveFiles({ form, ...judge, room: 0 }, nowhere)
  }

  useWindowFiles({
    onOver: (types, over) => {
      const { gifts } = land(
        types.map((type) => ({ type })),
        slots(),
        fieldOf(over),
      )
      const landing = gifts[0]?.field
      if (landing !== dragged.landing || dragged.isRefused === (landing !== undefined)) {
        setDragged({ landing, isRefused: landing === undefined })
      }
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
