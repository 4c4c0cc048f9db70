import { createContext, useContext } from 'react'
import type { ControlInput } from '../form/control-props.ts'
import { type Note, useSlotNote, writeSlotNote } from '../uploads/slot-notes.ts'
import { addFiles } from '../uploads/upload-files.ts'
import type { Upload } from '../uploads/upload-store.ts'
import { useUploadsOf } from '../uploads/use-uploads.ts'

/** The state and the actions of a slot for one file. */
export type SlotState = {
  /** '' when it is empty. */
  address: string
  /** Its upload in progress; the slot keeps its current file until that arrives. */
  upload: Upload | undefined
  note: Note | undefined
  /** A dragged file would be assigned to this slot. */
  isDropTarget: boolean
  addFiles: (files: File[]) => void
  /** Sets the slot's address, or removes it. */
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

/** The state of the form that its slots share. */
export type FormInputs = {
  /** The form's generation type: its uploads belong to it. */
  form: string
  values: Readonly<Record<string, unknown>>
  /** The target field of a dragged file. */
  dropTarget: string | undefined
}

export const FormInputs = createContext<FormInputs>({ form: '', values: {}, dropTarget: undefined })
