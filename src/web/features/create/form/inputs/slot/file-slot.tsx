import { useState } from 'react'
import { Field } from '#web/ui/controls/field.tsx'
import type { ControlInput } from '../../controls/control-props.ts'
import { AddressBox } from './address-box.tsx'
import { EmptySlot } from './empty-slot.tsx'
import { HeldFile } from './held-file.tsx'
import { SlotBody } from './slot-body.tsx'
import { SlotUpload } from './slot-upload.tsx'
import { useSlot } from './use-slot.ts'

/**
 * A slot for one picture or film. Its value is an address; the file itself is on the tray until it
 * has one.
 */
export function FileSlot(props: ControlInput<'file'>) {
  const { name, control, text, hint, error } = props
  const slot = useSlot(props)
  const [typing, setTyping] = useState<{ pasted?: string }>()
  const { upload, address, note } = slot
  const putAddress = (next: string) => {
    setTyping(undefined)
    slot.change(next)
  }
  const look = upload ? `upload ${upload.state}` : typing ? 'typing' : address
  return (
    <Field label={text.label()} hint={hint} error={error}>
      {(wired) => (
        <SlotBody
          field={name}
          slot={slot}
          look={look}
          onAddress={(pasted) => setTyping({ pasted })}
        >
          {upload ? (
            <SlotUpload
              key={upload.id}
              {...{ upload, accept: control.accept }}
              name={text.label()}
              onPick={slot.give}
            />
          ) : typing ? (
            <AddressBox
              key={typing.pasted}
              accept={control.accept}
              pasted={typing.pasted}
              onUse={putAddress}
              onClose={() => setTyping(undefined)}
            />
          ) : address ? (
            <HeldFile
              key={address}
              {...{ accept: control.accept, address, note, name: text.label(), control: wired }}
              onPick={slot.give}
              onRemove={() => slot.change('')}
            />
          ) : (
            <EmptySlot
              {...{ accept: control.accept, control: wired }}
              onPick={slot.give}
              onAddress={() => setTyping({})}
            />
          )}
        </SlotBody>
      )}
    </Field>
  )
}
