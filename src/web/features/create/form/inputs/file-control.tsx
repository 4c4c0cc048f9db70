import { type ClipboardEvent, useContext, useState } from 'react'
import { Field } from '#web/ui/controls/field.tsx'
import type { ControlInput } from '../controls/control-props.ts'
import { FormInputs } from './form-inputs.ts'
import { isWebAddress } from './rules/address.ts'
import { AddressBox } from './slot/address-box.tsx'
import { EmptySlot } from './slot/empty-slot.tsx'
import { HeldFile } from './slot/held-file.tsx'
import { LandingVeil } from './slot/landing-veil.tsx'
import { SlotNote } from './slot/slot-note.tsx'
import { SlotUpload } from './slot/slot-upload.tsx'
import { giveFiles } from './tray/give-files.ts'
import { slotNotes } from './tray/notes.ts'
import { useSlotNote, useUploadsOf } from './tray/use-tray.ts'

/** A slot for one picture or film. Its value is an address; the file itself is on the tray until it has one. */
export function FileControl({ name, control, text, hint, error, value, onChange }: ControlInput<'file'>) {
  const { form, landing } = useContext(FormInputs)
  const place = { form, field: name }
  const [isTyping, setTyping] = useState(false)
  const address = typeof value === 'string' ? value : ''
  const upload = useUploadsOf(place, (addresses) => onChange(addresses.at(-1))).at(-1)
  const note = useSlotNote(place)

  const give = (files: File[]) => giveFiles({ ...place, accept: control.accept, max: 1, room: 1 }, files)
  const change = (next: string) => {
    slotNotes.write(place, undefined)
    setTyping(false)
    onChange(next)
  }
  const pasteAddress = (event: ClipboardEvent<HTMLElement>) => {
    const pasted = event.clipboardData.getData('text/plain').trim()
    const isElsewhere = event.target instanceof Element && event.target.matches('input[type=url]')
    if (!isElsewhere && isWebAddress(pasted)) change(pasted)
  }
  return (
    <Field label={text.label()} hint={hint} error={error}>
      {(controlProps) => (
        <div data-slot={name} className="@container relative" onPaste={pasteAddress}>
          {upload ? (
            <SlotUpload key={upload.id} upload={upload} name={text.label()} />
          ) : isTyping ? (
            <AddressBox onUse={change} onClose={() => setTyping(false)} />
          ) : address ? (
            <HeldFile
              key={address}
              {...{ accept: control.accept, address, name: text.label(), control: controlProps }}
              onPick={give}
              onRemove={() => change('')}
            />
          ) : (
            <EmptySlot accept={control.accept} control={controlProps} onPick={give} onAddress={() => setTyping(true)} />
          )}
          <SlotNote note={note} />
          {landing === name && <LandingVeil />}
        </div>
      )}
    </Field>
  )
}
