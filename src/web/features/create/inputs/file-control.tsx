import { useState } from 'react'
import type { Accept } from '#catalogue/fields.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { type ControlProps, Field } from '#web/ui/controls/field.tsx'
import { FileChooser } from '#web/ui/files/file-chooser.tsx'
import { ImagePlus, Link } from '#web/ui/icons/form-icons.ts'
import { Clapperboard } from '#web/ui/icons/navigation-icons.ts'
import type { ControlInput } from '../form/control-props.ts'
import { MaskSlot } from '../mask/mask-slot.tsx'
import { fileChooserTypes } from '../uploads/accept.ts'
import { AddressBox } from './address-box.tsx'
import { SlotBody } from './slot-body.tsx'
import { SlotFile } from './slot-file.tsx'
import { chooseText, formatsText } from './slot-texts.ts'
import { SlotUpload } from './slot-upload.tsx'
import { useSlot } from './use-slot.ts'

/** One file: an image or a video, or a mask that is painted on one. */
export function FileControl(props: ControlInput<'file'>) {
  const { maskOf } = props.control
  return maskOf === undefined ? <FileSlot {...props} /> : <MaskSlot {...props} maskOf={maskOf} />
}

/**
 * A slot for one image or video. Its value is an address; until the upload has one, the file is in
 * the upload store.
 */
function FileSlot(props: ControlInput<'file'>) {
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
              onPick={slot.addFiles}
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
            <SlotFile
              key={address}
              {...{ accept: control.accept, address, note, name: text.label(), control: wired }}
              onPick={slot.addFiles}
              onRemove={() => slot.change('')}
            />
          ) : (
            <EmptySlot
              {...{ accept: control.accept, control: wired }}
              onPick={slot.addFiles}
              onAddress={() => setTyping({})}
            />
          )}
        </SlotBody>
      )}
    </Field>
  )
}

type EmptySlotProps = {
  accept: Accept
  control: ControlProps
  onPick: (files: File[]) => void
  onAddress: () => void
}

/**
 * An empty slot with its instruction. Beside it, or below where it is narrow: the accepted formats,
 * and the other ways to add a file.
 */
function EmptySlot({ accept, control, onPick, onAddress }: EmptySlotProps) {
  const Icon = accept === 'image' ? ImagePlus : Clapperboard
  return (
    <div className="flex flex-col gap-2 @min-[17rem]:flex-row @min-[17rem]:items-end @min-[17rem]:gap-4">
      <FileChooser
        {...control}
        accept={fileChooserTypes(accept)}
        onPick={onPick}
        className="flex aspect-square w-full flex-col items-center justify-center gap-1 rounded-control border border-dashed border-edge bg-ground px-2 text-center transition-colors hover:bg-hover has-aria-invalid:border-bad @min-[17rem]:w-36 @min-[17rem]:shrink-0"
      >
        <Icon size={20} strokeWidth={1.75} aria-hidden className="mb-1 text-quiet" />
        <span className="font-medium">{chooseText[accept]()}</span>
        <span className="text-small text-quiet pointer-coarse:hidden">{m.inputs_or_drop()}</span>
      </FileChooser>
      <div className="flex flex-col items-start gap-1">
        <p className="hidden text-small text-quiet @min-[17rem]:block">{formatsText(accept)}</p>
        <Button variant="quiet" size="small" icon={Link} onClick={onAddress} className="-ml-2.5">
          {m.inputs_use_address()}
        </Button>
      </div>
    </div>
  )
}
