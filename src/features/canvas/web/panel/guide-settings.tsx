import type { ControlImageKind } from '#core/models/rules/control-image-kinds.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { ChoiceList } from '../controls/choice-list.tsx'
import { controlNames } from '../controls/control-names.ts'
import { toControlLayer, toImageLayer } from '../document/control-layers.ts'
import type { Editor } from '../document/editor-store.ts'
import type { Layer } from '../document/layers.ts'

type GuideSettingsProps = { editor: Editor; layer: Layer }

/** Makes a layer one that guides models, a reference or a control layer, or part of the image again. */
export function GuideSettings({ editor, layer }: GuideSettingsProps) {
  const { id, kind } = layer
  const replace = (after: Layer) => {
    const { layers } = editor.store.getState()
    editor.setLayers(layers.map((one) => (one.id === id ? after : one)))
  }
  const toControl = () => replace(toControlLayer(layer, kind === 'drawing' ? 'scribble' : 'depth'))
  return (
    <div className="flex flex-col items-start gap-1.5 text-small text-quiet">
      {layer.control && (
        <ControlKindList
          kind={layer.control}
          onChange={(control) => editor.update(id, { control })}
        />
      )}
      {(kind === 'image' || kind === 'reference') && (
        <Button
          size="small"
          onClick={() => editor.update(id, { kind: kind === 'image' ? 'reference' : 'image' })}
        >
          {kind === 'image' ? m.canvas_to_reference() : m.canvas_to_image()}
        </Button>
      )}
      {(kind === 'image' || kind === 'drawing') && (
        <Button size="small" onClick={toControl}>
          {m.canvas_to_control()}
        </Button>
      )}
      {kind === 'control' && (
        <Button size="small" onClick={() => replace(toImageLayer(layer))}>
          {m.canvas_to_image()}
        </Button>
      )}
      {kind === 'reference' && <p>{m.canvas_reference_hint()}</p>}
      {kind === 'control' && <p>{m.canvas_control_hint()}</p>}
    </div>
  )
}

type ControlKindListProps = {
  kind: ControlImageKind
  onChange: (kind: ControlImageKind) => void
}

function ControlKindList({ kind, onChange }: ControlKindListProps) {
  const options = Object.entries(controlNames).map(([value, label]) => ({ value, label: label() }))
  return (
    <div className="w-full">
      <ChoiceList
        label={m.canvas_control_kind()}
        value={kind}
        onChange={(next) => onChange(next as ControlImageKind)}
        options={options}
      />
    </div>
  )
}
