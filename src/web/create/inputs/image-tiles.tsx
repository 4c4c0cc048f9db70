import type { PointerEvent } from 'react'
import { m } from '#web/messages/compiled/messages.js'
import { IconButton } from '#web/ui/controls/button.tsx'
import { ProgressBar } from '#web/ui/feedback/badge-and-progress.tsx'
import { ImagePreview } from '#web/ui/files/previews.tsx'
import { ChevronLeft, ChevronRight, Globe, RotateCw, X } from '#web/ui/icons/basic-icons.ts'
import { ImageOff } from '#web/ui/icons/form-icons.ts'
import { Crop } from '#web/ui/icons/media-icons.ts'
import { knownFile } from '../uploads/known-files.ts'
import { removeUpload, retryUpload, type Upload } from '../uploads/upload-store.ts'
import { isOwnAddress, shortAddress } from './web-address.ts'

type ImageTileProps = {
  address: string
  /** From 0. */
  position: number
  count: number
  /** It is being dragged. */
  isHeld: boolean
  /** The dragged image would be inserted here. */
  isTarget: boolean
  onGrab: (event: PointerEvent) => void
  onStep: (by: 'earlier' | 'later') => void
  onRemove: () => void
  /** Absent where the image cannot be cropped here. */
  onCrop: (() => void) | undefined
}

/** One of several images: its number, and buttons that move and remove it. */
export function ImageTile({ address, position, count, ...rest }: ImageTileProps) {
  const { isHeld, isTarget, onGrab, onStep, onRemove, onCrop } = rest
  const place = { position: position + 1 }
  return (
    <li
      data-movable
      onPointerDown={onGrab}
      className={`group relative flex aspect-square touch-pan-y items-center justify-center bg-stage select-none ${count > 1 ? 'cursor-grab' : ''} ${isHeld ? 'opacity-40' : ''} ${isTarget ? 'outline-2 outline-offset-2 outline-accent' : ''}`}
    >
      <TileContent address={address} position={position + 1} />
      <span
        aria-hidden
        className="scheme-dark absolute top-1.5 left-1.5 flex size-5 items-center justify-center rounded-full bg-ground/80 text-[0.6875rem] text-text tabular-nums"
      >
        {position + 1}
      </span>
      <div className="absolute top-1 right-1 flex gap-1">
        {onCrop && (
          <IconButton
            icon={Crop}
            label={m.inputs_crop_open({ field: m.inputs_item(place) })}
            small
            onImage
            onClick={onCrop}
          />
        )}
        <IconButton icon={X} label={m.inputs_item_remove(place)} small onImage onClick={onRemove} />
      </div>
      {count > 1 && (
        <div className="absolute inset-x-1 bottom-1 flex justify-between opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
          <IconButton
            icon={ChevronLeft}
            label={m.inputs_item_earlier(place)}
            small
            onImage
            data-move="earlier"
            aria-disabled={position === 0}
            onClick={() => onStep('earlier')}
          />
          <IconButton
            icon={ChevronRight}
            label={m.inputs_item_later(place)}
            small
            onImage
            data-move="later"
            aria-disabled={position === count - 1}
            onClick={() => onStep('later')}
          />
        </div>
      )}
    </li>
  )
}

function TileContent({ address, position }: { address: string; position: number }) {
  const known = knownFile(address)
  if (!isOwnAddress(address, location.origin)) {
    return (
      <span
        className="flex flex-col items-center gap-1 px-2 text-center text-small text-quiet"
        title={address}
      >
        <Globe size={16} aria-hidden />
        <span className="line-clamp-2 wrap-anywhere">{shortAddress(address)}</span>
      </span>
    )
  }
  return (
    <ImagePreview
      sources={[...(known ? [known.preview] : []), address]}
      alt={m.inputs_item({ position })}
      className="size-full object-contain"
      otherwise={
        <span
          className="flex flex-col items-center gap-1 px-2 text-center text-small text-warn"
          title={m.inputs_gone()}
        >
          <ImageOff size={16} aria-hidden />
          {known ? m.inputs_item({ position }) : m.inputs_gone_short()}
        </span>
      }
    />
  )
}

/** An upload in progress, with its own progress bar. A failure is reported below the list. */
export function UploadTile({ upload }: { upload: Upload }) {
  const { id, file, preview, state, percent } = upload
  const isRunning = state === 'running'
  return (
    <li className="relative flex aspect-square items-center justify-center bg-stage">
      <ImagePreview
        sources={[preview]}
        alt=""
        otherwise={
          <span className="px-2 text-center text-small wrap-anywhere text-quiet">{file.name}</span>
        }
        className={`size-full object-contain ${isRunning ? 'opacity-60' : 'opacity-30'}`}
      />
      {isRunning ? (
        <div className="scheme-dark absolute inset-x-0 bottom-0 flex flex-col gap-1 bg-ground/80 px-2 py-1.5 text-text">
          <span aria-hidden className="text-small tabular-nums">
            {percent} %
          </span>
          <ProgressBar percent={percent} label={m.inputs_progress({ file: file.name })} />
        </div>
      ) : (
        <IconButton
          icon={RotateCw}
          label={m.inputs_item_retry({ file: file.name })}
          onImage
          onClick={() => retryUpload(id)}
          className="absolute"
        />
      )}
      <IconButton
        icon={X}
        label={
          isRunning
            ? m.inputs_item_cancel({ file: file.name })
            : m.inputs_item_discard({ file: file.name })
        }
        small
        onImage
        onClick={() => removeUpload(id)}
        className="absolute top-1 right-1"
      />
    </li>
  )
}
