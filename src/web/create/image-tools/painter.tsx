import { useEffect, useEffectEvent, useState } from 'react'
import { formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { WindowFooter } from '#web/ui/overlays/window-dialog.tsx'
import { maskFile } from './canvas.ts'
import { nextZoom } from './fit.ts'
import type { Tool } from './steps.ts'
import { Toolbar } from './toolbar.tsx'
import { usePainting } from './use-painting.ts'
import { Viewport } from './viewport.tsx'

type PainterProps = {
  source: HTMLCanvasElement
  /** The mask to start with, in the paint's colour. */
  base: HTMLCanvasElement | undefined
  onDone: (mask: File) => void
  onCancel: () => void
}

/**
 * The tools, the image with its mask, and the button that uses it. Letters are shortcuts: B, E, [,
 * ], I, Ctrl+Z.
 */
export function Painter({ source, base, onDone, onCancel }: PainterProps) {
  const [tool, setTool] = useState<Tool>('brush')
  const [size, setSize] = useState(20)
  const [zoom, setZoom] = useState(1)
  const painting = usePainting(tool, size, base)
  const { coveredShare, maskRef } = painting
  const isEmpty = coveredShare === 0

  const use = async () => {
    if (maskRef.current && !isEmpty) onDone(await maskFile(maskRef.current))
  }
  useShortcuts({
    plain: {
      b: () => setTool('brush'),
      e: () => setTool('eraser'),
      i: () => painting.apply('invert'),
      '[': () => setSize(Math.max(1, size - 4)),
      ']': () => setSize(Math.min(100, size + 4)),
      '+': () => setZoom(nextZoom(zoom, 1)),
      '-': () => setZoom(nextZoom(zoom, -1)),
    },
    command: {
      z: () => painting.apply('undo'),
      'shift+z': () => painting.apply('redo'),
      y: () => painting.apply('redo'),
    },
  })
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <Toolbar
        {...{ painting, tool, size, zoom }}
        onTool={setTool}
        onSize={setSize}
        onZoom={setZoom}
      />
      <Viewport source={source} painting={painting} zoom={zoom} size={size} />
      <WindowFooter>
        <p role="status" className="mr-auto text-small text-quiet tabular-nums">
          {isEmpty
            ? m.inputs_mask_empty()
            : m.inputs_mask_covered({
                percent: formatNumber(Math.max(1, Math.round(coveredShare * 100))),
              })}
        </p>
        <Button onClick={onCancel}>{m.inputs_mask_cancel()}</Button>
        <Button variant="primary" aria-disabled={isEmpty} onClick={() => void use()}>
          {m.inputs_mask_use()}
        </Button>
      </WindowFooter>
    </div>
  )
}

/** Shortcuts without and with Ctrl or Cmd; a letter with Shift is written `shift+z`. */
type Shortcuts = { plain: Record<string, () => void>; command: Record<string, () => void> }

/** Listens on the whole page, because a click on a canvas focuses nothing. */
function useShortcuts({ plain, command }: Shortcuts): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const name = `${event.shiftKey && /^[a-z]$/i.test(event.key) ? 'shift+' : ''}${event.key.toLowerCase()}`
    const apply = (event.ctrlKey || event.metaKey ? command : plain)[name]
    if (!apply) return
    event.preventDefault()
    apply()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
