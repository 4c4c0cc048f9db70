import { useStore } from 'zustand'
import { m } from '#web/messages/compiled/messages.js'
import { IconButton } from '#web/ui/controls/button.tsx'
import { Slider } from '#web/ui/controls/slider.tsx'
import type { IconComponent } from '#web/ui/icons/icon.tsx'
import {
  Brush,
  Eraser,
  Maximize,
  Redo2,
  Scan,
  Undo2,
  ZoomIn,
  ZoomOut,
} from '#web/ui/icons/media-icons.ts'
import { Hand, Move } from './editor-icons.ts'
import type { Editor, Tool } from './editor-store.ts'

/** The key of each tool, as programs for images have them. */
export const toolKeys: Readonly<Record<string, Tool>> = {
  ...{ b: 'brush', e: 'eraser', v: 'move', h: 'hand', f: 'frame' },
}

const tools: readonly { tool: Tool; icon: IconComponent; label: () => string; key: string }[] = [
  { tool: 'brush', icon: Brush, label: m.canvas_brush, key: 'B' },
  { tool: 'eraser', icon: Eraser, label: m.canvas_eraser, key: 'E' },
  { tool: 'move', icon: Move, label: m.canvas_move, key: 'V' },
  { tool: 'hand', icon: Hand, label: m.canvas_hand, key: 'H' },
  { tool: 'frame', icon: Scan, label: m.canvas_frame, key: 'F' },
]

type ToolbarProps = {
  editor: Editor
  scale: number
  onFit: () => void
  onZoom: (factor: number) => void
}

/** The tools, the brush, what can be undone, and the zoom. */
export function Toolbar({ editor, scale, onFit, onZoom }: ToolbarProps) {
  const { tool, brush, history } = useStore(editor.store)
  return (
    <div
      role="toolbar"
      aria-label={m.canvas_tools()}
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-2 py-1"
    >
      <div className="flex">
        {tools.map(({ tool: one, icon, label, key }) => (
          <IconButton
            key={one}
            icon={icon}
            small
            label={`${label()} (${key})`}
            aria-pressed={tool === one}
            onClick={() => editor.choose({ tool: one })}
            className="aria-pressed:bg-pressed aria-pressed:text-text"
          />
        ))}
      </div>
      {(tool === 'brush' || tool === 'eraser') && (
        <div className="flex min-w-0 flex-1 basis-64 items-center gap-3 text-small text-quiet">
          <span className="flex flex-1 items-center gap-2">
            <span aria-hidden>{m.canvas_size()}</span>
            <Slider
              min={1}
              max={400}
              value={brush.size}
              onChange={(size) => editor.setBrush({ size })}
              label={m.canvas_size()}
              valueText={`${brush.size} px`}
            />
            <span className="w-9 text-right tabular-nums">{brush.size}</span>
          </span>
          <span className="flex flex-1 items-center gap-2 max-sm:hidden">
            <span aria-hidden>{m.canvas_opacity()}</span>
            <Slider
              min={1}
              max={100}
              value={Math.round(brush.opacity * 100)}
              onChange={(percent) => editor.setBrush({ opacity: percent / 100 })}
              label={m.canvas_opacity()}
              valueText={`${Math.round(brush.opacity * 100)} %`}
            />
          </span>
          <input
            type="color"
            aria-label={m.canvas_color()}
            value={brush.color}
            onChange={(event) => editor.setBrush({ color: event.target.value })}
            className="size-8 shrink-0 rounded-control border border-edge bg-transparent"
          />
        </div>
      )}
      <div className="ml-auto flex items-center">
        <IconButton
          icon={Undo2}
          small
          label={m.canvas_undo()}
          disabled={history.done.length === 0}
          onClick={editor.undo}
        />
        <IconButton
          icon={Redo2}
          small
          label={m.canvas_redo()}
          disabled={history.undone.length === 0}
          onClick={editor.redo}
        />
        <IconButton
          icon={ZoomOut}
          small
          label={m.canvas_zoom_out()}
          onClick={() => onZoom(0.8)}
          className="max-sm:hidden"
        />
        <span className="w-12 text-center text-small text-quiet tabular-nums max-sm:hidden">
          {Math.round(scale * 100)} %
        </span>
        <IconButton
          icon={ZoomIn}
          small
          label={m.canvas_zoom_in()}
          onClick={() => onZoom(1.25)}
          className="max-sm:hidden"
        />
        <IconButton icon={Maximize} small label={m.canvas_fit()} onClick={onFit} />
      </div>
    </div>
  )
}
