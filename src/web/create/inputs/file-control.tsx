import { useContext, useState } from 'react'
import type { Accept } from '#core/models/rules/fields.ts'
import type { Model } from '#core/models/rules/model.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { type ControlProps, Field } from '#web/ui/controls/field.tsx'
import { FileChooser } from '#web/ui/files/file-chooser.tsx'
import { ImagePlus, Link } from '#web/ui/icons/form-icons.ts'
import { Crop, Scissors } from '#web/ui/icons/media-icons.ts'
import { Clapperboard } from '#web/ui/icons/navigation-icons.ts'
import type { ControlInput } from '../form/control-props.ts'
import { CropDialog, Cropper, canCrop } from '../image-tools/cropper.tsx'
import { MaskSlot } from '../image-tools/mask-slot.tsx'
import { fileChooserTypes } from '../uploads/accept.ts'
import { addFiles } from '../uploads/upload-files.ts'
import { canTrim, TrimDialog, Trimmer } from '../video-tools/trimmer.tsx'
import { AddressBox } from './address-box.tsx'
import { CameraButton } from './camera-button.tsx'
import { FromHistory } from './from-history.tsx'
import { SlotBody } from './slot-body.tsx'
import { SlotFile } from './slot-file.tsx'
import { chooseText, formatsText } from './slot-texts.ts'
import { SlotUpload } from './slot-upload.tsx'
import { FormInputs, useSlot } from './use-slot.ts'

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
  const { name, model, control, text, hint, error } = props
  const slot = useSlot(props)
  const mask = useMaskOf(name, model)
  const [isEditing, setEditing] = useState(false)
  const [typing, setTyping] = useState<{ pasted?: string }>()
  const { upload, address, note } = slot
  const tool = toolFor(address, control.accept)
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
              actions={
                tool && (
                  <EditButton
                    {...{ tool, name: text.label() }}
                    canExtend={mask !== undefined}
                    onClick={() => setEditing(true)}
                  />
                )
              }
            />
          ) : (
            <EmptySlot
              {...{ accept: control.accept, control: wired, name: text.label() }}
              onPick={slot.addFiles}
              onAddress={() => setTyping({})}
              onResult={slot.change}
            />
          )}
          {isEditing && tool === 'crop' && (
            <Cropper
              {...{ address, model, canExtend: mask !== undefined }}
              onFile={(file, painted) => {
                slot.addFiles([file])
                if (painted) mask?.add(painted)
              }}
              onRestore={slot.change}
              onClose={() => setEditing(false)}
            />
          )}
          {isEditing && tool === 'trim' && (
            <Trimmer
              address={address}
              onFile={(file) => slot.addFiles([file])}
              onRestore={slot.change}
              onClose={() => setEditing(false)}
            />
          )}
        </SlotBody>
      )}
    </Field>
  )
}

type Tool = 'crop' | 'trim'

/** The tool for the file of a slot, where this page has one. */
function toolFor(address: string, accept: Accept): Tool | undefined {
  if (address === '') return undefined
  if (canCrop(address, accept)) return 'crop'
  return canTrim(address, accept) ? 'trim' : undefined
}

type EditButtonProps = {
  tool: Tool
  /** The field's name for people. */
  name: string
  canExtend: boolean
  onClick: () => void
}

/** Opens the tool for the file of a slot. */
function EditButton({ tool, name, canExtend, onClick }: EditButtonProps) {
  const crop = canExtend ? m.inputs_crop_open_extend : m.inputs_crop_open
  const label = tool === 'crop' ? crop : m.inputs_trim_open
  const dialog = tool === 'crop' ? CropDialog : TrimDialog
  return (
    <IconButton
      icon={tool === 'crop' ? Crop : Scissors}
      label={label({ field: name })}
      small
      onImage
      onPointerEnter={() => void dialog.preload()}
      onClick={onClick}
    />
  )
}

/** The field of the form for a mask on this one's image. */
function useMaskOf(name: string, { fields }: Model) {
  const { form } = useContext(FormInputs)
  const found = Object.entries(fields).find(
    ([, { control }]) => control.kind === 'file' && control.maskOf === name,
  )
  if (found?.[1].control.kind !== 'file') return undefined
  const [field, { control }] = found
  const { accept } = control
  return { add: (file: File) => addFiles({ form, field, accept, max: 1, room: 1 }, [file]) }
}

type EmptySlotProps = {
  accept: Accept
  control: ControlProps
  /** The field's name for people. */
  name: string
  onPick: (files: File[]) => void
  onAddress: () => void
  /** An earlier result was chosen. */
  onResult: (address: string) => void
}

/**
 * An empty slot with its instruction. Beside it, or below where it is narrow: the accepted formats,
 * and the other ways to add a file.
 */
function EmptySlot(props: EmptySlotProps) {
  const { accept, control, name, onPick, onAddress, onResult } = props
  const Icon = accept === 'image' ? ImagePlus : Clapperboard
  return (
    <div className="flex flex-col gap-2 @min-[17rem]:flex-row @min-[17rem]:items-end @min-[17rem]:gap-4 @min-[17rem]:pointer-coarse:items-start">
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
      <div className="flex min-w-0 flex-col items-start gap-1">
        <p className="hidden text-small text-quiet @min-[17rem]:not-in-data-frame-pair:block">
          {formatsText(accept)}
        </p>
        <CameraButton accept={accept} onPick={onPick} className="-ml-2.5" />
        <Button variant="quiet" size="small" icon={Link} onClick={onAddress} className="-ml-2.5">
          {m.inputs_use_address()}
        </Button>
        <FromHistory accept={accept} name={name} onPick={onResult} />
      </div>
    </div>
  )
}
