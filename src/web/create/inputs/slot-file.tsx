import { type ReactNode, useState } from 'react'
import type { Accept } from '#core/models/rules/fields.ts'
import { m } from '#web/messages/compiled/messages.js'
import { IconButton } from '#web/ui/controls/button.tsx'
import type { ControlProps } from '#web/ui/controls/field.tsx'
import { FileChooser } from '#web/ui/files/file-chooser.tsx'
import type { MediaMeasures } from '#web/ui/files/previews.tsx'
import { CircleCheck, Globe, X } from '#web/ui/icons/basic-icons.ts'
import { RefreshCw } from '#web/ui/icons/form-icons.ts'
import { fileChooserTypes } from '../uploads/accept.ts'
import { editedFile, knownFile, rememberSize } from '../uploads/known-files.ts'
import type { Note } from '../uploads/slot-notes.ts'
import { HaveAlready } from './have-already.tsx'
import { Preview } from './slot-body.tsx'
import { fileFacts, noteText } from './slot-texts.ts'
import { isOwnAddress, shortAddress } from './web-address.ts'

type SlotFileProps = {
  accept: Accept
  address: string
  /** The field's name for people. */
  name: string
  control: ControlProps
  onPick: (files: File[]) => void
  onRemove: () => void
  note: Note | undefined
  /** Further buttons, between those that replace and remove it. */
  actions?: ReactNode
  /** Shown over the image. */
  children?: ReactNode
}

/** The file in a slot, at its own ratio, with its measures. */
export function SlotFile({
  accept,
  address,
  name,
  note,
  control,
  onPick,
  onRemove,
  actions,
  children,
}: SlotFileProps) {
  const [measured, setMeasured] = useState<MediaMeasures>()
  const known = knownFile(address)
  const isOwn = isOwnAddress(address, location.origin)
  const facts = fileFacts(known?.file, measured)
  return (
    <figure>
      {/* Until the image has loaded, and where it cannot, a text replaces it. */}
      <div
        className={`relative flex min-h-24 w-fit items-start ${measured ? 'min-w-24' : 'min-w-full'}`}
      >
        {isOwn ? (
          <div className="relative w-fit">
            {accept === 'audio' ? (
              // biome-ignore lint/a11y/useMediaCaption: what a person uploaded has no captions
              <audio controls src={address} aria-label={name} className="max-w-full pr-22" />
            ) : (
              <Preview
                sources={[...(known ? [known.preview] : []), address]}
                isVideo={isVideo(accept, known?.file.type, address)}
                name={name}
                onMeasured={(size) => {
                  setMeasured(size)
                  rememberSize(address, size)
                }}
                otherwise={<MissingFile isSent={known !== undefined} />}
              />
            )}
            {children}
          </div>
        ) : (
          <ExternalFile address={address} />
        )}
        <div className="pointer-events-none absolute inset-x-2 top-2 flex flex-wrap justify-end gap-1.5 *:pointer-events-auto">
          <FileChooser
            {...control}
            accept={fileChooserTypes(accept)}
            onPick={onPick}
            label={m.inputs_replace({ field: name })}
            className="scheme-dark flex size-control-small items-center justify-center rounded-full bg-ground/80 text-text transition-colors hover:bg-ground"
          >
            <RefreshCw size={16} strokeWidth={1.75} aria-hidden />
          </FileChooser>
          {actions}
          <IconButton
            icon={X}
            label={m.inputs_remove({ field: name })}
            small
            onImage
            onClick={onRemove}
          />
        </div>
      </div>
      {(known || facts.length > 0) && (
        <figcaption className="mt-1.5 text-small text-quiet tabular-nums">
          {note?.kind === 'arrived' ? (
            <span aria-hidden className="flex items-center gap-1.5 text-good">
              <CircleCheck size={14} className="shrink-0" />
              <span className="truncate">{noteText(note)}</span>
            </span>
          ) : (
            known && <span className="block truncate">{known.file.name}</span>
          )}
          {facts.join(' · ')}
          {known && isOwn && accept === 'image' && !editedFile(address) && (
            <HaveAlready address={address} />
          )}
        </figcaption>
      )}
    </figure>
  )
}

function isVideo(accept: Accept, type: string | undefined, address: string): boolean {
  if (accept === 'image') return false
  return type ? type !== 'image/gif' : !address.toLowerCase().endsWith('.gif')
}

const plate =
  'flex min-h-24 w-full flex-col justify-center rounded-control border border-line bg-ground px-3 py-3 pr-22'

function MissingFile({ isSent }: { isSent: boolean }) {
  return (
    <p role="status" className={`${plate} text-small ${isSent ? 'text-quiet' : 'text-warn'}`}>
      {isSent ? m.inputs_no_preview() : m.inputs_gone()}
    </p>
  )
}

/** The browser never fetches an image from elsewhere: its host would see who views it. */
function ExternalFile({ address }: { address: string }) {
  return (
    <div className={plate} title={address}>
      <p className="flex items-center gap-2">
        <Globe size={16} aria-hidden className="shrink-0 text-quiet" />
        <span className="min-w-0 truncate">{shortAddress(address)}</span>
      </p>
      <p className="text-small text-quiet">{m.inputs_address_note()}</p>
    </div>
  )
}
