import { useEffect, useRef, useState } from 'react'
import { formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { RotateCw } from '#web/ui/icons/basic-icons.ts'
import { RotateCcw } from '#web/ui/icons/form-icons.ts'
import { FlipHorizontal, FlipVertical } from '#web/ui/icons/media-icons.ts'
import { WindowDialog, WindowFooter, WindowNote } from '#web/ui/overlays/window-dialog.tsx'
import { cropImage, emptyColor, openImage } from './crop-canvas.ts'
import { CropFrame, frameStyle } from './crop-frame.tsx'
import { fitScale } from './fit.ts'
import {
  aroundImage,
  changesNothing,
  extendedBounds,
  type Frame,
  flip,
  type ImageEdit,
  noEdit,
  pixelFrame,
  turn,
  turnedSize,
  wholeFrame,
  withRatio,
} from './frame.ts'
import { useElementSize } from './use-element-size.ts'

export type CropDialogProps = {
  /** The original: an address of this page's own origin, or of a local file. */
  source: { address: string; name: string; type: string }
  /** The earlier edit of the original, if it was edited before. */
  saved: ImageEdit | undefined
  /** The ratios of the form's own options, by name: `16:9`. */
  ratios: readonly { name: string; ratio: number }[]
  /** The frame may reach beyond the image: the model paints what its mask covers. */
  canExtend: boolean
  /** `mask`: of the parts that are not of the image. */
  onDone: (edited: { file: File; mask: File | undefined }, edit: ImageEdit) => void
  /** The original is to be used as it is. */
  onRestore: () => void
  onClose: () => void
}

/** A dialog as large as the window, where an image is cropped, turned and mirrored. */
export function CropDialog(props: CropDialogProps) {
  const { source, canExtend, onClose } = props
  const opened = useOpenedImage(source.address)
  return (
    <WindowDialog
      title={canExtend ? m.inputs_crop_title_extend() : m.inputs_crop_title()}
      closeLabel={m.inputs_crop_close()}
      onClose={onClose}
    >
      {typeof opened === 'object' ? (
        <Editor {...props} image={opened} />
      ) : (
        <WindowNote>
          <p role="status">
            {opened === 'broken' ? m.inputs_crop_broken() : m.inputs_mask_loading()}
          </p>
        </WindowNote>
      )}
    </WindowDialog>
  )
}

function useOpenedImage(address: string): HTMLImageElement | 'opening' | 'broken' {
  const [opened, setOpened] = useState<HTMLImageElement | 'opening' | 'broken'>('opening')
  useEffect(() => {
    let isWanted = true
    void openImage(address)
      .catch(() => 'broken' as const)
      .then((next) => isWanted && setOpened(next))
    return () => {
      isWanted = false
    }
  }, [address])
  return opened
}

type EditorProps = CropDialogProps & { image: HTMLImageElement }

function Editor(props: EditorProps) {
  const { image, source, saved, ratios, canExtend, onDone, onRestore, onClose } = props
  const size = { width: image.naturalWidth, height: image.naturalHeight }
  const [edit, setEdit] = useState(saved ?? noEdit(size))
  const [ratioName, setRatioName] = useState('free')
  const [state, setState] = useState<'editing' | 'saving' | 'failed'>('editing')
  const shown = turnedSize(size, edit.turns)
  const bounds = canExtend ? extendedBounds(shown) : wholeFrame(shown)
  const kept = pixelFrame(edit.frame, bounds)

  const choices = [
    { name: 'free', label: m.inputs_crop_ratio_free(), ratio: undefined },
    { name: 'original', label: m.inputs_crop_ratio_original(), ratio: shown.width / shown.height },
    ...ratios.map(({ name, ratio }) => ({ name, label: name, ratio })),
  ]
  const ratio = choices.find(({ name }) => name === ratioName)?.ratio
  const chooseRatio = (name: string) => {
    setRatioName(name)
    const next = choices.find((choice) => choice.name === name)?.ratio
    if (next === undefined) return
    const frame = canExtend ? aroundImage(shown, next, bounds) : withRatio(edit.frame, next, bounds)
    setEdit({ ...edit, frame })
  }
  /** A turned frame may not have the chosen ratio any more. */
  const turnBy = (by: 'left' | 'right') => {
    setEdit(turn(edit, size, by))
    if (ratioName !== 'original') setRatioName('free')
  }
  const use = async () => {
    if (changesNothing(edit, size)) {
      onRestore()
      return
    }
    setState('saving')
    try {
      onDone(await cropImage(image, edit, source), edit)
    } catch {
      setState('failed')
    }
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div
        role="toolbar"
        aria-label={m.inputs_mask_tools()}
        className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-2 py-1.5 md:px-3"
      >
        <div className="flex">
          <IconButton
            icon={RotateCcw}
            label={m.inputs_crop_turn_left()}
            onClick={() => turnBy('left')}
          />
          <IconButton
            icon={RotateCw}
            label={m.inputs_crop_turn_right()}
            onClick={() => turnBy('right')}
          />
          <IconButton
            icon={FlipHorizontal}
            label={m.inputs_crop_flip_horizontally()}
            onClick={() => setEdit(flip(edit, size, 'horizontally'))}
          />
          <IconButton
            icon={FlipVertical}
            label={m.inputs_crop_flip_vertically()}
            onClick={() => setEdit(flip(edit, size, 'vertically'))}
          />
        </div>
        <label className="flex items-center gap-2 text-small text-quiet">
          {m.inputs_crop_ratio()}
          <select
            aria-label={m.inputs_crop_ratio()}
            value={ratioName}
            onChange={({ target }) => chooseRatio(target.value)}
            className="h-control rounded-control border border-edge bg-ground px-2 text-body text-text pointer-coarse:text-prompt"
          >
            {choices.map(({ name, label }) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
      <TurnedImage
        {...{ address: source.address, size, edit, ratio, bounds }}
        onChange={(frame) => setEdit({ ...edit, frame })}
      />
      <WindowFooter>
        <p role="status" className="min-w-0 flex-1 basis-48 text-small text-quiet tabular-nums">
          {state === 'failed' ? (
            <span className="text-bad">{m.inputs_crop_failed()}</span>
          ) : (
            m.inputs_crop_size({
              width: formatNumber(kept.width),
              height: formatNumber(kept.height),
            })
          )}
          {canExtend && <span className="block">{m.inputs_crop_extend_hint()}</span>}
        </p>
        {saved && (
          <Button variant="quiet" onClick={onRestore}>
            {m.inputs_crop_restore()}
          </Button>
        )}
        <Button onClick={onClose}>{m.inputs_mask_cancel()}</Button>
        <Button variant="primary" busy={state === 'saving'} onClick={() => void use()}>
          {m.inputs_crop_use()}
        </Button>
      </WindowFooter>
    </div>
  )
}

type TurnedImageProps = {
  address: string
  size: { width: number; height: number }
  edit: ImageEdit
  ratio: number | undefined
  bounds: Frame
  onChange: (frame: Frame) => void
}

/** The whole image as it is turned, as large as fits with its bounds, and the frame over it. */
function TurnedImage({ address, size, edit, ratio, bounds, onChange }: TurnedImageProps) {
  const room = useRef<HTMLDivElement>(null)
  const available = useElementSize(room)
  const shown = turnedSize(size, edit.turns)
  const scale = fitScale(bounds, { width: available.width - 24, height: available.height - 24 })
  return (
    <div ref={room} className="flex min-h-0 flex-1 overflow-hidden bg-stage">
      <div
        className="relative m-auto shrink-0"
        style={{ width: bounds.width * scale, height: bounds.height * scale }}
      >
        <div className="absolute inset-0 overflow-hidden">
          {bounds.x < 0 && (
            <span
              aria-hidden
              className="absolute"
              style={{ ...frameStyle(edit.frame, bounds, scale), background: emptyColor }}
            />
          )}
          <div className="absolute" style={frameStyle(wholeFrame(shown), bounds, scale)}>
            <img
              src={address}
              alt={m.inputs_crop_image()}
              draggable={false}
              className="pointer-events-none absolute top-1/2 left-1/2 max-w-none"
              style={{
                width: size.width * scale,
                height: size.height * scale,
                transform: `translate(-50%, -50%) scaleX(${edit.isMirrored ? -1 : 1}) rotate(${edit.turns * 90}deg)`,
              }}
            />
          </div>
          <span
            aria-hidden
            className="absolute outline-[100vmax] outline-ground/70"
            style={frameStyle(edit.frame, bounds, scale)}
          />
        </div>
        <CropFrame {...{ frame: edit.frame, bounds, scale, ratio, onChange }} />
      </div>
    </div>
  )
}
