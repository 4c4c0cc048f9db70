import { useLayoutEffect, useState } from 'react'
import type { Accept } from '#core/models/rules/fields.ts'
import { askToSignIn } from '#web/lib/prompts.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import type { ControlProps } from '#web/ui/controls/field.tsx'
import { FileChooser } from '#web/ui/files/file-chooser.tsx'
import { useDragOrder } from '#web/ui/files/use-drag-order.ts'
import { CircleAlert } from '#web/ui/icons/basic-icons.ts'
import { ImagePlus } from '#web/ui/icons/form-icons.ts'
import { canCrop } from '../image-tools/cropper.tsx'
import { fileChooserTypes } from '../uploads/accept.ts'
import type { Upload } from '../uploads/upload-store.ts'
import { CameraButton } from './camera-button.tsx'
import { ImageTile, UploadTile } from './image-tiles.tsx'
import { failureText } from './slot-texts.ts'

type ImageListProps = {
  addresses: readonly string[]
  uploads: readonly Upload[]
  /** How many more images it accepts. */
  room: number
  accept: Accept
  control: ControlProps
  onAdd: (files: File[]) => void
  onRemove: (position: number) => void
  onCrop: (position: number) => void
  onMove: (from: number, to: number) => void
}

type Move = { from: number; to: number; by: 'earlier' | 'later' }

/** The images in their order, then the uploads in progress, then the place for more. */
export function ImageList(props: ImageListProps) {
  const { addresses, uploads, room, accept, control, onAdd, onRemove, onCrop, onMove } = props
  const { list, held, grab } = useDragOrder(onMove)
  const [lastMove, setLastMove] = useState<Move>()

  // The pressed button moved with its image; the focus moves with it.
  useLayoutEffect(() => {
    if (!lastMove) return
    const tile = list.current?.children[lastMove.to]
    tile?.querySelector<HTMLElement>(`[data-move="${lastMove.by}"]`)?.focus()
  }, [lastMove, list])

  const step = (from: number, by: Move['by']) => {
    const to = by === 'earlier' ? from - 1 : from + 1
    if (!(to in addresses)) return
    onMove(from, to)
    setLastMove({ from, to, by })
  }
  return (
    <>
      <ul ref={list} className="grid grid-cols-3 gap-2 pointer-coarse:grid-cols-2">
        {addresses.map((address, position) => (
          <ImageTile
            key={keyOf(addresses, position)}
            {...{ address, position, count: addresses.length }}
            isHeld={held?.from === position}
            isTarget={held !== undefined && held.to === position && held.from !== position}
            onGrab={(event) => grab(event, position)}
            onStep={(by) => step(position, by)}
            onRemove={() => onRemove(position)}
            onCrop={canCrop(address, accept) ? () => onCrop(position) : undefined}
          />
        ))}
        {uploads.map((upload) => (
          <UploadTile key={upload.id} upload={upload} />
        ))}
        {room > 0 && (
          <li className="flex">
            <FileChooser
              {...control}
              accept={fileChooserTypes(accept)}
              multiple
              onPick={onAdd}
              className="flex aspect-square flex-1 flex-col items-center justify-center gap-1 rounded-control border border-dashed border-edge bg-ground p-1 text-center transition-colors hover:bg-hover has-aria-invalid:border-bad"
            >
              <ImagePlus size={20} strokeWidth={1.75} aria-hidden className="text-quiet" />
              <span className="text-small font-medium">{m.inputs_choose_images()}</span>
            </FileChooser>
          </li>
        )}
      </ul>
      {room > 0 && <CameraButton accept={accept} onPick={onAdd} className="mt-2 -ml-2.5" />}
      <UploadFailures uploads={uploads} />
      <p role="status" className="sr-only">
        {lastMove && m.inputs_item_moved({ from: lastMove.from + 1, to: lastMove.to + 1 })}
      </p>
    </>
  )
}

/** A key that follows an image when it moves, also where the same address is in the list twice. */
function keyOf(addresses: readonly string[], position: number): string {
  const address = addresses[position] ?? ''
  return `${addresses.slice(0, position).filter((other) => other === address).length} ${address}`
}

/** Why images of a list failed to upload: each reason once. */
function UploadFailures({ uploads }: { uploads: readonly Upload[] }) {
  const failed = uploads.flatMap((upload) =>
    upload.failure ? [{ upload, failure: upload.failure }] : [],
  )
  const isSignedOut = failed.some(({ failure }) => failure.reason === 'signed-out')
  const texts = [...new Set(failed.map(({ upload, failure }) => failureText(upload, failure)))]
  return (
    <div role="alert">
      {texts.map((text) => (
        <p key={text} className="mt-2 flex gap-1.5 text-small wrap-anywhere">
          <CircleAlert size={14} aria-hidden className="mt-0.5 shrink-0 text-bad" />
          {text}
        </p>
      ))}
      {isSignedOut && (
        <Button
          size="small"
          className="mt-2"
          onClick={() => askToSignIn({ description: m.inputs_sign_in_why() })}
        >
          {m.inputs_sign_in()}
        </Button>
      )}
    </div>
  )
}
