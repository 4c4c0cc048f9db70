import { m } from '#web/messages/compiled/messages.js'
import { IconButton } from '#web/ui/controls/button.tsx'
import { Slider } from '#web/ui/controls/slider.tsx'
import {
  Brush,
  Contrast,
  Eraser,
  Redo2,
  Scan,
  Trash2,
  Undo2,
  ZoomIn,
  ZoomOut,
} from '#web/ui/icons/media-icons.ts'
import { nextZoom, zooms } from './fit.ts'
import type { Tool } from './steps.ts'
import type { Painting } from './use-painting.ts'

type ToolbarProps = {
  painting: Painting
  tool: Tool
  /** 1 to 100. */
  size: number
  zoom: number
  onTool: (tool: Tool) => void
  onSize: (size: number) => void
  onZoom: (zoom: number) => void
}

export function Toolbar({ painting, tool, size, zoom, onTool, onSize, onZoom }: ToolbarProps) {
  const { steps, coveredShare, apply } = painting
  const chosen = (one: Tool) => ({
    'aria-pressed': tool === one,
    onClick: () => onTool(one),
    className: tool === one ? '!bg-pressed !text-text' : '',
  })
  return (
    <div
      role="toolbar"
      aria-label={m.inputs_mask_tools()}
      className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-2 py-1.5 md:px-3"
    >
      <div className="flex">
        <IconButton icon={Brush} label={m.inputs_mask_brush()} {...chosen('brush')} />
        <IconButton icon={Eraser} label={m.inputs_mask_eraser()} {...chosen('eraser')} />
      </div>
      <div className="flex w-40 items-center gap-2 text-small text-quiet">
        <span aria-hidden>{m.inputs_mask_size()}</span>
        <Slider label={m.inputs_mask_size()} min={1} max={100} value={size} onChange={onSize} />
      </div>
      <div className="flex">
        <IconButton
          icon={Undo2}
          label={m.inputs_mask_undo()}
          aria-disabled={steps.done.length === 0}
          onClick={() => apply('undo')}
        />
        <IconButton
          icon={Redo2}
          label={m.inputs_mask_redo()}
          aria-disabled={steps.undone.length === 0}
          onClick={() => apply('redo')}
        />
        <IconButton
          icon={Contrast}
          label={m.inputs_mask_invert()}
          onClick={() => apply('invert')}
        />
        <IconButton
          icon={Trash2}
          label={m.inputs_mask_clear()}
          aria-disabled={coveredShare === 0}
          onClick={() => apply('clear')}
        />
      </div>
      <div className="flex">
        <IconButton
          icon={ZoomOut}
          label={m.inputs_mask_zoom_out()}
          aria-disabled={zoom === zooms[0]}
          onClick={() => onZoom(nextZoom(zoom, -1))}
        />
        <IconButton icon={Scan} label={m.inputs_mask_fit()} onClick={() => onZoom(1)} />
        <IconButton
          icon={ZoomIn}
          label={m.inputs_mask_zoom_in()}
          aria-disabled={zoom === zooms.at(-1)}
          onClick={() => onZoom(nextZoom(zoom, 1))}
        />
      </div>
    </div>
  )
}
