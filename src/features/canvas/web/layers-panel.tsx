import { useStore } from 'zustand'
import { m } from '#web/messages/compiled/messages.js'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { Slider } from '#web/ui/controls/slider.tsx'
import { FileChooser } from '#web/ui/files/file-chooser.tsx'
import { Lock } from '#web/ui/icons/basic-icons.ts'
import { ChevronUp, ImagePlus, LockOpen } from '#web/ui/icons/form-icons.ts'
import { Plus } from '#web/ui/icons/history-icons.ts'
import { Trash2 } from '#web/ui/icons/media-icons.ts'
import { ChevronDown } from '#web/ui/icons/navigation-icons.ts'
import { Copy } from '#web/ui/icons/stage-icons.ts'
import { blendModes } from '../rules.ts'
import { ChoiceList } from './controls/choice-list.tsx'
import { Eye, EyeOff } from './controls/editor-icons.ts'
import { type Editor, newName } from './document/editor-store.ts'
import { type BlendMode, isMask, type Layer } from './document/layers.ts'

type LayersPanelProps = { editor: Editor; onFiles: (files: File[]) => void }

/** The layers, the uppermost first, and what can be done with them. */
export function LayersPanel({ editor, onFiles }: LayersPanelProps) {
  const { layers, activeId } = useStore(editor.store)
  const active = layers.find(({ id, kind }) => id === activeId && kind !== 'kept')
  const add = (kind: 'drawing' | 'mask', base: string) =>
    editor.addLayer({ kind, name: newName(layers, base) })
  return (
    <section aria-label={m.canvas_layers()} className="flex min-h-0 flex-col gap-2">
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
      </div>
      {active && <LayerSettings key={active.id} editor={editor} layer={active} />}
      <ul className="flex flex-col">
        {layers.toReversed().map((layer) => (
          <LayerLine
            key={layer.id}
            editor={editor}
            layer={layer}
            isActive={layer.id === activeId}
          />
        ))}
      </ul>
    </section>
  )
}

type LineProps = { editor: Editor; layer: Layer; isActive: boolean }

function LayerLine({ editor, layer, isActive }: LineProps) {
  const { id, name, isVisible, isLocked } = layer
  if (layer.kind === 'kept')
    return (
      <li className="flex min-h-control items-center gap-2 px-3 text-body text-quiet">
        <span className="min-w-0 flex-1 truncate">{name}</span>
        <span className="text-small">{m.canvas_not_drawn()}</span>
      </li>
    )
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
      >
        {name}
        {isMask(layer) && <span className="ml-2 text-small text-quiet">{m.canvas_mask()}</span>}
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

function LayerSettings({ editor, layer }: { editor: Editor; layer: Layer }) {
  const { id, name, opacity, blend } = layer
  return (
    <div className="flex flex-col gap-3 rounded-panel border border-line p-3">
      <div className="flex items-center gap-1">
        <IconButton
          icon={ChevronUp}
          small
          label={m.canvas_up({ name })}
          onClick={() => editor.reorder(id, 1)}
        />
        <IconButton
          icon={ChevronDown}
          small
          label={m.canvas_down({ name })}
          onClick={() => editor.reorder(id, -1)}
        />
        <IconButton
          icon={Copy}
          small
          label={m.canvas_duplicate({ name })}
          onClick={() => editor.duplicateLayer(id)}
        />
        <IconButton
          icon={Trash2}
          small
          label={m.canvas_remove({ name })}
          onClick={() => editor.removeLayer(id)}
          className="ml-auto"
        />
      </div>
      <div className="flex items-center gap-2 text-small text-quiet">
        <span aria-hidden>{m.canvas_opacity()}</span>
        <Slider
          min={0}
          max={100}
          value={Math.round(opacity * 100)}
          onChange={(percent) => editor.update(id, { opacity: percent / 100 }, 'opacity')}
          label={m.canvas_opacity()}
          valueText={`${Math.round(opacity * 100)} %`}
        />
        <span className="w-9 text-right tabular-nums">{Math.round(opacity * 100)}</span>
      </div>
      {!isMask(layer) && (
        <ChoiceList
          label={m.canvas_blend()}
          value={blend}
          onChange={(next) => editor.update(id, { blend: next as BlendMode })}
          options={blendModes.map((mode) => ({ value: mode, label: blendNames[mode]() }))}
        />
      )}
    </div>
  )
}

const blendNames: Readonly<Record<BlendMode, () => string>> = {
  normal: m.canvas_blend_normal,
  multiply: m.canvas_blend_multiply,
  screen: m.canvas_blend_screen,
  overlay: m.canvas_blend_overlay,
  darken: m.canvas_blend_darken,
  lighten: m.canvas_blend_lighten,
  'color-dodge': m.canvas_blend_dodge,
  'color-burn': m.canvas_blend_burn,
  'hard-light': m.canvas_blend_hard,
  'soft-light': m.canvas_blend_soft,
  difference: m.canvas_blend_difference,
  exclusion: m.canvas_blend_exclusion,
  hue: m.canvas_blend_hue,
  saturation: m.canvas_blend_saturation,
  color: m.canvas_blend_color,
  luminosity: m.canvas_blend_luminosity,
}
