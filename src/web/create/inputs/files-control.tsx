import { useContext, useState } from 'react'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Link } from '#web/ui/icons/form-icons.ts'
import type { ControlInput } from '../form/control-props.ts'
import { Cropper } from '../image-tools/cropper.tsx'
import { editedFile, knownFile } from '../uploads/known-files.ts'
import { useSlotNote, writeSlotNote } from '../uploads/slot-notes.ts'
import { addFiles } from '../uploads/upload-files.ts'
import { addUpload } from '../uploads/upload-store.ts'
import { useUploadsOf } from '../uploads/use-uploads.ts'
import { AddressBox } from './address-box.tsx'
import { insertInOrder, moveEntry } from './file-order.ts'
import { FromHistory } from './from-history.tsx'
import { ImageList } from './image-list.tsx'
import { DropOverlay, SlotNote } from './slot-body.tsx'
import { formatsText } from './slot-texts.ts'
import { FormInputs } from './use-slot.ts'

const orderOf = (address: string) => knownFile(address)?.order

/**
 * Slots for several images, in an order that can be changed. The value is the list of their
 * addresses.
 */
export function FilesControl({
  name,
  model,
  control,
  text,
  hint,
  error,
  value,
  onChange,
}: ControlInput<'files'>) {
  const { form, dropTarget } = useContext(FormInputs)
  const place = { form, field: name }
  const [isTyping, setTyping] = useState(false)
  const [cropping, setCropping] = useState<string>()
  const addresses = Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
  const uploads = useUploadsOf(place, (arrived) =>
    onChange(arrived.reduce(insertOrReplace, addresses)),
  )
  const note = useSlotNote(place)

  const count = addresses.length + uploads.length
  const room = control.max - count
  const change = (next: readonly string[]) => {
    writeSlotNote(place, undefined)
    onChange(next)
  }
  const addAddress = (address: string) => {
    setTyping(false)
    if (!addresses.includes(address)) change([...addresses, address])
  }
  return (
    <Field
      label={text.label()}
      hint={hint}
      error={error}
      aside={<Count count={count} max={control.max} />}
    >
      {(controlProps) => (
        <div data-slot={name} className="relative">
          <ImageList
            {...{ addresses, uploads, room, accept: control.accept, control: controlProps }}
            onAdd={(files) =>
              addFiles({ ...place, accept: control.accept, max: control.max, room }, files)
            }
            onRemove={(position) => change(addresses.toSpliced(position, 1))}
            onCrop={(position) => setCropping(addresses[position])}
            onMove={(from, to) => change(moveEntry(addresses, from, to))}
          />
          {room > 0 && !isTyping && (
            <div className="mt-1.5 flex flex-wrap items-center justify-between gap-x-3">
              <p className="text-small text-quiet">{formatsText(control.accept)}</p>
              <div className="flex flex-wrap gap-x-3">
                <Button
                  variant="quiet"
                  size="small"
                  icon={Link}
                  onClick={() => setTyping(true)}
                  className="-ml-2.5"
                >
                  {m.inputs_use_address()}
                </Button>
                <FromHistory accept={control.accept} name={text.label()} onPick={addAddress} />
              </div>
            </div>
          )}
          {isTyping && (
            <div className="mt-3">
              <AddressBox
                accept={control.accept}
                onUse={addAddress}
                onClose={() => setTyping(false)}
              />
            </div>
          )}
          {cropping !== undefined && (
            <Cropper
              {...{ address: cropping, model }}
              onFile={(file) => addUpload(place, file, 'image')}
              onRestore={(original) =>
                change(addresses.map((one) => (one === cropping ? original : one)))
              }
              onClose={() => setCropping(undefined)}
            />
          )}
          <SlotNote note={note} />
          {dropTarget === name && <DropOverlay />}
        </div>
      )}
    </Field>
  )
}

/** An edited image replaces the one it was made from; others are inserted in their order. */
function insertOrReplace(list: readonly string[], address: string): readonly string[] {
  const replaced = list.indexOf(editedFile(address)?.replaced ?? '')
  return replaced === -1 ? insertInOrder(list, address, orderOf) : list.with(replaced, address)
}

function Count({ count, max }: { count: number; max: number }) {
  if (count === 0) return null
  return (
    <span className="text-small text-quiet tabular-nums">{m.inputs_count({ count, max })}</span>
  )
}
