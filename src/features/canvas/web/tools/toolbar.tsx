import { useStore } from 'zustand'
import { m } from '#web/messages/compiled/messages.js'
import { IconButton } from '#web/ui/controls/button.tsx'
import { Maximize, Redo2, Undo2, ZoomIn, ZoomOut } from '#web/ui/icons/media-icons.ts'
import type { Editor } from '../document/editor-store.ts'
import { toolOf, tools } from './tools.ts'

type ToolbarProps = {
  editor: Editor
  scale: number
  onFit: () => void
  onZoom: (factor: number) => void
}

/** The tools, the settings of the chosen one, what can be undone, and the zoom. */
export function Toolbar({ editor, scale, onFit, onZoom }: ToolbarProps) {
  const tool = useStore(editor.store, (state) => state.tool)
  const history = useStore(editor.store, (state) => state.history)
  const { Options } = toolOf(tool)
  return (
    <div
      role="toolbar"
      aria-label={m.canvas_tools()}
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-2 py-1"
    >
      <div className="flex">
        {tools.map(({ id, icon, label, key }) => (
          <IconButton
            key={id}
            icon={icon}
            small
            label={`${label()} (${key})`}
            aria-pressed={tool === id}
            onClick={() => editor.choose({ tool: id })}
            className="aria-pressed:bg-pressed aria-pressed:text-text"
          />
        ))}
      </div>
      {Options && (
        <div className="flex min-w-0 flex-1 basis-64 items-center gap-3 text-small text-quiet">
          <Options editor={editor} />
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
