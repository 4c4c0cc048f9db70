import { useState } from 'react'
import { useStore } from 'zustand'
import { m } from '#web/messages/compiled/messages.js'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { FileChooser } from '#web/ui/files/file-chooser.tsx'
import { Lock } from '#web/ui/icons/basic-icons.ts'
import { ImagePlus, LockOpen } from '#web/ui/icons/form-icons.ts'
import { Plus } from '#web/ui/icons/history-icons.ts'
import { addEdgesLayer } from './adjust/add-edges.ts'
import { maxAdjustPixels } from './adjust/adjustments.ts'
import { controlNames } from './controls/control-names.ts'
import { Eye, EyeOff } from './controls/editor-icons.ts'
import { type Editor, newName } from './document/editor-store.ts'
import { listTree } from './document/layer-tree.ts'
import { isBeside, type Layer, shownName } from './document/layers.ts'
import { FromHistory } from './panel/from-history.tsx'
import { LayerSettings } from './panel/layer-settings.tsx'

type LayersPanelProps = { editor: Editor; onFiles: (files: File[]) => void }

/** The layers, the uppermost first, and what can be done with them. */
export function LayersPanel({ editor, onFiles }: LayersPanelProps) {
  const { layers, activeId } = useStore(editor.store)
  const active = layers.find(({ id }) => id === activeId)
  const add = (kind: 'drawing' | 'mask', base: string) =>
    editor.addLayer({ kind, name: newName(layers, base) })
  return (
    <section
      aria-label={m.canvas_layers()}
      data-tour="layers"
      className="flex shrink-0 flex-col gap-2"
    >
      <h2 className="text-body font-medium">{m.canvas_layers()}</h2>
      <div className="flex flex-wrap gap-1">
        <Button size="small" icon={Plus} onClick={() => add('drawing', m.canvas_drawing())}>
          {m.canvas_drawing()}
        </Button>
        <Button size="small" icon={Plus} onClick={() => add('mask', m.canvas_mask())}>
          {m.canvas_mask()}
        </Button>
        <FileChooser
          accept="image/jpeg,image/png,image/webp"
          onPick={onFiles}
          className="inline-flex min-h-control-small items-center gap-2 rounded-control border border-edge px-2.5 text-small"
        >
          <ImagePlus size={16} aria-hidden />
          {m.canvas_add_image()}
        </FileChooser>
        <FromHistory editor={editor} />
        <ControlButtons editor={editor} />
      </div>
      {active && <LayerSettings key={active.id} editor={editor} layer={active} />}
      <ul className="flex flex-col">
        {listTree(layers).map(({ layer, depth }) => (
          <LayerLine
            key={layer.id}
            {...{ editor, layer, depth }}
            isActive={layer.id === activeId}
          />
        ))}
      </ul>
    </section>
  )
}

/** Adds control layers: an empty one to draw on, and one with the edges of the document. */
function ControlButtons({ editor }: { editor: Editor }) {
  const [isFinding, setFinding] = useState(false)
  const layers = useStore(editor.store, (state) => state.layers)
  const scribble = () =>
    editor.addLayer({
      ...{ kind: 'control', control: 'scribble' },
      name: newName(layers, m.canvas_control_scribble()),
    })
  const findEdges = async () => {
    setFinding(true)
    try {
      const isAdded = await addEdgesLayer(editor, m.canvas_edges())
      const megapixels = `${maxAdjustPixels / 1_000_000}`
      if (!isAdded) toast(m.canvas_edges_too_large({ megapixels }), { tone: 'bad' })
    } catch {
      toast(m.canvas_edges_failed(), { tone: 'bad' })
    } finally {
      setFinding(false)
    }
  }
  return (
    <>
      <Button size="small" icon={Plus} onClick={scribble}>
        {m.canvas_control_scribble()}
      </Button>
      <Button
        size="small"
        icon={Plus}
        busy={isFinding}
        disabled={layers.every(isBeside)}
        onClick={() => void findEdges()}
      >
        {m.canvas_edges_of_document()}
      </Button>
    </>
  )
}

/** `depth`: of how many groups it is in. */
type LineProps = { editor: Editor; layer: Layer; depth: number; isActive: boolean }

function LayerLine({ editor, layer, depth, isActive }: LineProps) {
  const { id, isVisible, isLocked } = layer
  const name = shownName(layer)
  const note = layer.control ? controlNames[layer.control] : notes[layer.kind]
  return (
    <li
      className={`flex items-center rounded-control ${isActive ? 'bg-pressed' : 'hover:bg-hover'}`}
    >
      <IconButton
        icon={isVisible ? Eye : EyeOff}
        small
        label={isVisible ? m.canvas_hide({ name }) : m.canvas_show({ name })}
        onClick={() => editor.update(id, { isVisible: !isVisible })}
      />
      <button
        type="button"
        aria-pressed={isActive}
        onClick={() => editor.choose({ activeId: id })}
        className="min-h-control min-w-0 flex-1 truncate text-left text-body"
        style={{ paddingInlineStart: `${Math.min(depth, 6)}rem` }}
      >
        {name}
        {note && <span className="ml-2 text-small text-quiet">{note()}</span>}
      </button>
      <IconButton
        icon={isLocked ? Lock : LockOpen}
        small
        label={isLocked ? m.canvas_unlock({ name }) : m.canvas_lock({ name })}
        onClick={() => editor.update(id, { isLocked: !isLocked })}
      />
    </li>
  )
}

/** Kinds that are not seen as they are: said beside the name. */
const notes: Partial<Record<Layer['kind'], () => string>> = {
  mask: m.canvas_mask,
  reference: m.canvas_reference,
  group: m.canvas_group,
}
