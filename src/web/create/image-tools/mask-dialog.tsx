import { useEffect, useState } from 'react'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { WindowDialog, WindowNote } from '#web/ui/overlays/window-dialog.tsx'
import { loadImage, loadMedia, maskFromFile } from './canvas.ts'
import { Painter } from './painter.tsx'

type MaskDialogProps = {
  /** The image to paint on: an address of this page's own origin, or of a local file. */
  source: string
  isVideo: boolean
  /** The mask to start with, if there is one. */
  saved: string | undefined
  onDone: (mask: File) => void
  onClose: () => void
}

/**
 * A dialog as large as the window, where a mask is painted over an image or over a video's first
 * frame.
 */
export default function MaskDialog({ source, isVideo, saved, onDone, onClose }: MaskDialogProps) {
  const opened = useLoadedMask(source, isVideo, saved)
  return (
    <WindowDialog
      title={m.inputs_mask_title()}
      closeLabel={m.inputs_mask_close()}
      onClose={onClose}
    >
      {opened.state === 'open' ? (
        <Painter source={opened.source} base={opened.base} onDone={onDone} onCancel={onClose} />
      ) : (
        <WindowNote>
          <p role="status">
            {opened.state === 'broken' ? m.inputs_mask_broken() : m.inputs_mask_loading()}
          </p>
          {opened.state === 'broken' && <Button onClick={onClose}>{m.inputs_mask_cancel()}</Button>}
        </WindowNote>
      )}
    </WindowDialog>
  )
}

type LoadedMask =
  | { state: 'opening' | 'broken' }
  | { state: 'open'; source: HTMLCanvasElement; base: HTMLCanvasElement | undefined }

function useLoadedMask(source: string, isVideo: boolean, saved: string | undefined): LoadedMask {
  const [opened, setOpened] = useState<LoadedMask>({ state: 'opening' })
  useEffect(() => {
    let isWanted = true
    const open = async (): Promise<LoadedMask> => {
      const canvas = await loadMedia(source, isVideo)
      // A mask that cannot be opened any more is replaced by an empty one.
      const before = saved === undefined ? undefined : await loadImage(saved).catch(() => undefined)
      return { state: 'open', source: canvas, base: before && maskFromFile(before, canvas) }
    }
    void open()
      .catch((): LoadedMask => ({ state: 'broken' }))
      .then((next) => isWanted && setOpened(next))
    return () => {
      isWanted = false
    }
  }, [source, isVideo, saved])
  return opened
}
