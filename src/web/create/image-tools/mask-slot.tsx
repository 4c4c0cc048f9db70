import {
  type ComponentProps,
  type CSSProperties,
  Suspense,
  useContext,
  useEffect,
  useState,
} from 'react'
import type { Accept } from '#core/models/rules/fields.ts'
import type { Model } from '#core/models/rules/model.ts'
import { whenIdle } from '#web/lib/browser/when-idle.ts'
import { m } from '#web/messages/compiled/messages.js'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import { Button, buttonStyle } from '#web/ui/controls/button.tsx'
import { type ControlProps, Field } from '#web/ui/controls/field.tsx'
import { FileChooser } from '#web/ui/files/file-chooser.tsx'
import { Brush, Upload } from '#web/ui/icons/media-icons.ts'
import type { ControlInput } from '../form/control-props.ts'
import { SlotBody } from '../inputs/slot-body.tsx'
import { SlotFile } from '../inputs/slot-file.tsx'
import { SlotUpload } from '../inputs/slot-upload.tsx'
import { FormInputs, useSlot } from '../inputs/use-slot.ts'
import { isOwnAddress } from '../inputs/web-address.ts'
import { fileChooserTypes } from '../uploads/accept.ts'
import { knownFile, useMeasuredFiles } from '../uploads/known-files.ts'

const MaskDialog = lazyPart(
  async () => (await import('./mask-dialog.tsx')).default,
  ({ onClose }) => ({ isOpen: true, onClose }),
)

/** A slot for a mask: painted on the image in another field of the form, or given as a file. */
export function MaskSlot({ maskOf, ...props }: ControlInput<'file'> & { maskOf: string }) {
  const { name, model, control, text, hint, error } = props
  const slot = useSlot(props)
  const isOnImage = isImageField(model, maskOf)
  const source = useMaskSource(maskOf)
  const [isPainting, setPainting] = useState(false)
  const { upload, address, note } = slot
  useEffect(() => whenIdle(() => void MaskDialog.preload()), [])
  return (
    <Field label={text.label()} hint={hint} error={error}>
      {(wired) => (
        <SlotBody
          field={name}
          slot={slot}
          look={upload ? upload.state : address}
          onAddress={slot.change}
        >
          {upload ? (
            <SlotUpload
              key={upload.id}
              {...{ upload, accept: control.accept }}
              name={text.label()}
              onPick={slot.addFiles}
            />
          ) : address ? (
            <SlotMask
              key={address}
              {...{
                address,
                source,
                note,
                name: text.label(),
                accept: control.accept,
                control: wired,
              }}
              onPaint={() => setPainting(true)}
              onPick={slot.addFiles}
              onRemove={() => slot.change('')}
            />
          ) : (
            <EmptyMask
              {...{ source, isOnImage, accept: control.accept, control: wired }}
              onPaint={() => setPainting(true)}
              onPick={slot.addFiles}
            />
          )}
          {isPainting && typeof source === 'object' && (
            <Suspense>
              <MaskDialog
                source={source.shown}
                isVideo={source.isVideo}
                saved={
                  isOwnAddress(address, location.origin)
                    ? (knownFile(address)?.preview ?? address)
                    : undefined
                }
                onClose={() => setPainting(false)}
                onDone={(mask) => {
                  setPainting(false)
                  slot.addFiles([mask])
                }}
              />
            </Suspense>
          )}
        </SlotBody>
      )}
    </Field>
  )
}

type EmptyMaskProps = {
  source: MaskSource
  /** The mask belongs to an image; otherwise to a video. */
  isOnImage: boolean
  accept: Accept
  control: ControlProps
  onPaint: () => void
  onPick: (files: File[]) => void
}

const missingVideo = { none: m.inputs_mask_no_source, elsewhere: m.inputs_mask_foreign }
const missingImage = { none: m.inputs_mask_no_image, elsewhere: m.inputs_mask_foreign_image }

/** Two ways to add a mask: paint it here, or upload one. */
function EmptyMask(props: EmptyMaskProps) {
  const { source, isOnImage, accept, control, onPaint, onPick } = props
  const missing = isOnImage ? missingImage : missingVideo
  const why = typeof source === 'string' ? missing[source]() : undefined
  return (
    <div className="rounded-control border border-dashed border-edge bg-ground p-3">
      <div className="flex flex-wrap gap-2">
        <Button icon={Brush} onClick={why ? undefined : onPaint} aria-disabled={why !== undefined}>
          {m.inputs_mask_paint()}
        </Button>
        <FileChooser
          {...control}
          accept={fileChooserTypes(accept)}
          onPick={onPick}
          className={`${buttonStyle({ variant: 'quiet' })} !overflow-visible has-aria-invalid:text-bad`}
        >
          <Upload size={16} aria-hidden className="shrink-0" />
          {m.inputs_mask_upload()}
        </FileChooser>
      </div>
      {why && <p className="mt-2 text-small text-quiet">{why}</p>}
    </div>
  )
}

type SlotMaskProps = ComponentProps<typeof SlotFile> & { source: MaskSource; onPaint: () => void }

/** The mask in a slot, over its image, with a button to edit it. */
function SlotMask({ source, onPaint, ...held }: SlotMaskProps) {
  const { address } = held
  const canPaint = typeof source === 'object'
  const shown = knownFile(address)?.preview ?? address
  const otherSize = useOtherSize(address, canPaint && !source.isVideo ? source.address : undefined)
  return (
    <div>
      <SlotFile {...held}>
        {canPaint && isOwnAddress(address, location.origin) && (
          <Overlay source={source} mask={shown} />
        )}
      </SlotFile>
      <p role="status" className="text-small text-warn">
        {otherSize && m.inputs_mask_other_size(otherSize)}
      </p>
      {canPaint && (
        <Button size="small" icon={Brush} onClick={onPaint} className="mt-2">
          {m.inputs_mask_repaint()}
        </Button>
      )}
    </div>
  )
}

/**
 * The image, with the mask's white parts in colour: it covers the mask itself, which is described
 * to screen readers.
 */
function Overlay({ source, mask }: { source: Exclude<MaskSource, string>; mask: string }) {
  const look = 'pointer-events-none absolute inset-0 size-full'
  return (
    <>
      {source.isVideo ? (
        <video
          aria-hidden
          src={`${source.shown}#t=0.001`}
          muted
          playsInline
          preload="auto"
          className={look}
        />
      ) : (
        <img src={source.shown} alt="" className={look} />
      )}
      <span aria-hidden className={`${look} bg-accent/65`} style={maskedBy(mask)} />
    </>
  )
}

function maskedBy(mask: string): CSSProperties {
  return { maskImage: `url(${JSON.stringify(mask)})`, maskMode: 'luminance', maskSize: '100% 100%' }
}

/** Whether a field holds an image, not a video. */
function isImageField({ fields }: Model, name: string): boolean {
  const control = fields[name]?.control
  return control?.kind === 'file' && control.accept === 'image'
}

/** The size of the image where its mask has another one, because the image was replaced. */
function useOtherSize(mask: string, image: string | undefined) {
  const sizes = useMeasuredFiles((measured) => measured.sizes)
  const [ofMask, ofImage] = [sizes.get(mask), image === undefined ? undefined : sizes.get(image)]
  if (!ofMask || !ofImage) return undefined
  if (ofMask.width === ofImage.width && ofMask.height === ofImage.height) return undefined
  return { width: `${ofImage.width}`, height: `${ofImage.height}` }
}

/** The image that a mask is painted on, where this page may read it. */
type MaskSource = { address: string; shown: string; isVideo: boolean } | 'none' | 'elsewhere'

/** The image or video in a field of this form, to paint a mask on. */
function useMaskSource(maskOf: string): MaskSource {
  const { values } = useContext(FormInputs)
  const address = values[maskOf]
  if (typeof address !== 'string' || address === '') return 'none'
  if (!isOwnAddress(address, location.origin)) return 'elsewhere'
  const known = knownFile(address)
  return {
    address,
    shown: known?.preview ?? address,
    isVideo: isVideo(known?.file.type ?? address),
  }
}

/** Accepts a content type or, for files that were sent before, an address. */
function isVideo(typeOrAddress: string): boolean {
  return typeOrAddress.startsWith('video/') || /\.(mp4|webm|mov|m4v)$/i.test(typeOrAddress)
}
