import { Suspense, useEffect, useState } from 'react'
import { whenIdle } from '#web/lib/when-idle.ts'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import type { ControlInput } from '../../controls/control-props.ts'
import { isOwnAddress } from '../rules/address.ts'
import { SlotBody } from '../slot/slot-body.tsx'
import { SlotUpload } from '../slot/slot-upload.tsx'
import { useSlot } from '../slot/use-slot.ts'
import { knownFile } from '../tray/known-files.ts'
import { EmptyMask } from './empty-mask.tsx'
import { HeldMask } from './held-mask.tsx'
import { useMaskSource } from './mask-source.ts'

const MaskDialog = lazyPart(
  async () => (await import('./mask-dialog.tsx')).default,
  ({ onClose }) => ({ isOpen: true, onClose }),
)

/** A slot for a mask: painted on what another field of the form holds, or given as a file. */
export function MaskSlot({ maskOf, ...props }: ControlInput<'file'> & { maskOf: string }) {
  const { name, control, text, hint, error } = props
  const slot = useSlot(props)
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
              onPick={slot.give}
            />
          ) : address ? (
            <HeldMask
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
              onPick={slot.give}
              onRemove={() => slot.change('')}
            />
          ) : (
            <EmptyMask
              {...{ source, accept: control.accept, control: wired }}
              onPaint={() => setPainting(true)}
              onPick={slot.give}
            />
          )}
          {isPainting && typeof source === 'object' && (
            <Suspense>
              <MaskDialog
                source={source.shown}
                isFilm={source.isFilm}
                saved={
                  isOwnAddress(address, location.origin)
                    ? (knownFile(address)?.preview ?? address)
                    : undefined
                }
                onClose={() => setPainting(false)}
                onDone={(mask) => {
                  setPainting(false)
                  slot.give([mask])
                }}
              />
            </Suspense>
          )}
        </SlotBody>
      )}
    </Field>
  )
}
