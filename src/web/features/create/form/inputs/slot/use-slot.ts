import { useContext } from 'react'
import type { ControlInput } from '../../controls/control-props.ts'
import { FormInputs } from '../form-inputs.ts'
import { giveFiles } from '../tray/give-files.ts'
import { type Note, slotNotes } from '../tray/notes.ts'
import type { Upload } from '../tray/tray.ts'
import { useSlotNote, useUploadsOf } from '../tray/use-tray.ts'

/** What a slot for one file holds and does. */
export type SlotState = {
  /** '' when it is empty. */
  address: string
  /** The file on its way to it; what the slot holds already stays until that arrives. */
  upload: Upload | undefined
  note: Note | undefined
  /** A file that is being dragged would go here. */
  isLanding: boolean
  give: (files: File[]) => void
  /** Puts an address in the slot, or none. */
  change: (address: string) => void
}

export function useSlot({ name, control, value, onChange }: ControlInput<'file'>): SlotState {
  const { form, landing } = useContext(FormInputs)
  const place = { form, field: name }
  const uploads = useUploadsOf(place, (addresses) => onChange(addresses.at(-1)))
  return {
    address: typeof value === 'string' ? value : '',
    upload: uploads.at(-1),
    note: useSlotNote(place),
    isLanding: landing === name,
    give: (files) => giveFiles({ ...place, accept: control.accept, max: 1, room: 1 }, files),
    change: (next) => {
      slotNotes.write(place, undefined)
      onChange(next)
    },
  }
}
