import { createContext, useContext } from 'react'
import type { ControlInput } from '../form/control-props.ts'
import { type Note, useSlotNote, writeSlotNote } from '../uploads/slot-notes.ts'
import { addFiles } from '../uploads/upload-files.ts'
import type { Upload } from '../uploads/upload-store.ts'
import { useUploadsOf } from '../uploads/use-uploads.ts'

/** What a slot for one file holds and does. */
export type SlotState = {
  /** '' when it is empty. */
  address: string
  /** The file on its way to it; what the slot holds already stays until that arrives. */
  upload: Upload | undefined
  note: Note | undefined
  /** A file that is being dragged would go here. */
  isDropTarget: boolean
  addFiles: (files: File[]) => void
  /** Puts an address in the slot, or none. */
  change: (address: string) => void
}

export function useSlot({ name, control, value, onChange }: ControlInput<'file'>): SlotState {
  const { form, dropTarget } = useContext(FormInputs)
  const place = { form, field: name }
  const uploads = useUploadsOf(place, (addresses) => onChange(addresses.at(-1)))
  return {
    address: typeof value === 'string' ? value : '',
    upload: uploads.at(-1),
    note: useSlotNote(place),
    isDropTarget: dropTarget === name,
    addFiles: (files) => addFiles({ ...place, accept: control.accept, max: 1, room: 1 }, files),
    change: (next) => {
      writeSlotNote(place, undefined)
      onChange(next)
    },
  }
}

/** What the slots of a form know of the form they stand in. */
export type FormInputs = {
  /** The form's generation type: files on their way belong to it. */
  form: string
  values: Readonly<Record<string, unknown>>
  /** The field that a file being dragged would go to. */
  dropTarget: string | undefined
}

export const FormInputs = createContext<FormInputs>({ form: '', values: {}, dropTarget: undefined })
