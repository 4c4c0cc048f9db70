import { useStore } from 'zustand'
import { m } from '#web/messages/compiled/messages.js'
import { IconButton } from '#web/ui/controls/button.tsx'
import { Slider } from '#web/ui/controls/slider.tsx'
import { ChevronUp } from '#web/ui/icons/form-icons.ts'
import { Trash2 } from '#web/ui/icons/media-icons.ts'
import { ChevronDown } from '#web/ui/icons/navigation-icons.ts'
import { Copy } from '#web/ui/icons/stage-icons.ts'
import { blendModes } from '../../rules.ts'
import { ChoiceList } from '../controls/choice-list.tsx'
import { FolderOutput, FolderPlus } from '../controls/editor-icons.ts'
import { type Editor, newName } from '../document/editor-store.ts'
import { canWrap, isLockedIn, takeOut, wrapInGroup } from '../document/layer-tree.ts'
import { type BlendMode, isBeside, type Layer, shownName } from '../document/layers.ts'
import { Raster } from '../document/raster.ts'
import { noTransform } from '../document/transform.ts'
import { GuideSettings } from './guide-settings.tsx'
import { ShapeLayerSettings } from './shape-layer-settings.tsx'
import { TextSettings } from './text-settings.tsx'

/** Kinds that guide models, or can be made to. */
const guides: readonly Layer['kind'][] = ['image', 'drawing', 'reference', 'control']

type LayerSettingsProps = { editor: Editor; layer: Layer }

/** What can be done with the active layer. */
export function LayerSettings({ editor, layer }: LayerSettingsProps) {
  const { id, opacity, blend, kind } = layer
  const name = shownName(layer)
  const layers = useStore(editor.store, (state) => state.layers)
  const isLocked = isLockedIn(layers, layer)
  return (
    <div className="flex flex-col gap-3 rounded-panel border border-line p-3">
      <LayerActions editor={editor} layer={layer} />
      {layer.text && <TextSettings {...{ editor, id, isLocked }} text={layer.text} />}
      {layer.shape && <ShapeLayerSettings {...{ editor, id, isLocked }} shape={layer.shape} />}
      <div className="flex items-center gap-2 text-small text-quiet">
        <span aria-hidden>{m.canvas_opacity()}</span>
        <Slider
          min={0}
          max={100}
          value={Math.round(opacity * 100)}
          onChange={(percent) => editor.update(id, { opacity: percent / 100 }, 'opacity')}
          label={m.canvas_opacity_of({ name })}
          valueText={`${Math.round(opacity * 100)} %`}
        />
        <span className="w-9 text-right tabular-nums">{Math.round(opacity * 100)}</span>
      </div>
      {!isBeside(layer) && (
        <ChoiceList
          label={m.canvas_blend()}
          value={blend}
          onChange={(next) => editor.update(id, { blend: next as BlendMode })}
          options={blendModes.map((mode) => ({ value: mode, label: blendNames[mode]() }))}
        />
      )}
      {guides.includes(kind) && <GuideSettings editor={editor} layer={layer} />}
    </div>
  )
}

function LayerActions({ editor, layer }: LayerSettingsProps) {
  const { id } = layer
  const name = shownName(layer)
  const layers = useStore(editor.store, (state) => state.layers)
  const canGroup = canWrap(layers, id)
  const group = () => {
    const added = newGroup(newName(layers, m.canvas_group()))
    editor.setLayers(wrapInGroup(layers, id, added))
  }
  return (
    <div className="flex flex-wrap items-center gap-1">
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
        icon={FolderPlus}
        small
        label={m.canvas_group_layer({ name })}
        disabled={!canGroup}
        onClick={group}
      />
      {layer.parent !== null && (
        <IconButton
          icon={FolderOutput}
          small
          label={m.canvas_ungroup_layer({ name })}
          onClick={() => editor.setLayers(takeOut(layers, id))}
        />
      )}
      <IconButton
        icon={Trash2}
        small
        label={m.canvas_remove({ name })}
        onClick={() => editor.removeLayer(id)}
        className="ml-auto"
      />
    </div>
  )
}

const newGroup = (name: string): Layer => ({
  ...{ ...noTransform, id: crypto.randomUUID(), kind: 'group', name, parent: null },
  ...{ raster: new Raster(), opacity: 1, blend: 'normal', isVisible: true, isLocked: false },
})

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
