import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { m } from '#web/messages/compiled/messages.js'
import { IconButton } from '#web/ui/controls/button.tsx'
import { Maximize, Redo2, Undo2, ZoomIn, ZoomOut } from '#web/ui/icons/media-icons.ts'
import { SlidersHorizontal } from '#web/ui/icons/stage-icons.ts'
import type { Editor, Tool } from '../document/editor-store.ts'
import { ComputingStatus } from '../worker/computing-status.tsx'
import { toolOf, tools } from './tools.ts'

/** What does not fit moves beneath the finger, so that the stage keeps its place and its height. */
const scrolls = '-m-1 flex min-w-0 items-center overflow-x-auto ps-1 py-1'

type ToolbarProps = {
  editor: Editor
  scale: number
  /** How the keys of a tool are written; empty: it has none. */
  keysOf: (tool: Tool) => string
  /** Opens the adjustments of the active layer; `undefined`: it has none. */
  onAdjust: (() => void) | undefined
  onFit: () => void
  onZoom: (factor: number) => void
}

/** The tools, the settings of the chosen one, what can be undone, and the zoom. */
export function Toolbar({ editor, scale, keysOf, onAdjust, onFit, onZoom }: ToolbarProps) {
  const tool = useStore(editor.store, (state) => state.tool)
  const history = useStore(editor.store, (state) => state.history)
  const { Options } = toolOf(tool)
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tool is pressed
  useEffect(() => {
    const pressed = list.current?.querySelector('[aria-pressed=true]')
    pressed?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [tool])
  return (
    <div
      role="toolbar"
      data-tour="tools"
      aria-label={m.canvas_tools()}
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-2 py-1"
    >
      <div
        ref={list}
        className={`flex-1 pe-6 max-[1400px]:mask-[linear-gradient(to_right,black_calc(100%-1.5rem),transparent)] min-[1400px]:flex-none min-[1400px]:pe-1 ${scrolls}`}
      >
        {tools.map(({ id, icon, label }) => (
          <IconButton
            key={id}
            icon={icon}
            small
            label={keysOf(id) ? `${label()} (${keysOf(id)})` : label()}
            aria-pressed={tool === id}
            onClick={() => editor.choose({ tool: id })}
            className="aria-pressed:bg-pressed aria-pressed:text-text"
          />
        ))}
      </div>
      <div
        className={`order-last min-h-11 flex-1 pe-1 basis-full gap-3 text-small text-quiet max-md:empty:hidden min-[1400px]:order-none min-[1400px]:basis-64 ${scrolls}`}
      >
        {Options && <Options editor={editor} />}
        <ComputingStatus editor={editor} />
      </div>
      <div className="ml-auto flex items-center">
        <IconButton
          icon={SlidersHorizontal}
          small
          label={m.canvas_adjust()}
          disabled={!onAdjust}
          onClick={onAdjust}
        />
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
