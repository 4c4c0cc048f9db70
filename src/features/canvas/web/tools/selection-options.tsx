import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { NumberBox, nearestNumber } from '#web/ui/controls/number-box.tsx'
import { Segmented } from '#web/ui/controls/segmented.tsx'
import { Slider } from '#web/ui/controls/slider.tsx'
import { Switch } from '#web/ui/controls/switch.tsx'
import { ChevronDown } from '#web/ui/icons/navigation-icons.ts'
import { Popover } from '#web/ui/overlays/popover.tsx'
import type { Editor } from '../document/editor-store.ts'
import { canPaint } from '../document/layers.ts'
import { clearSelected, maskFromSelection } from '../document/selected-pixels.ts'
import { invertSelection, type Selection, selectAll } from '../document/selection.ts'
import type { FeatherRequest, GrowRequest } from '../worker/compute.ts'
import { computeChange } from '../worker/compute-change.ts'

/** What the tools that select have in common, and the wand's own settings. */
export function SelectionOptions({ editor }: { editor: Editor }) {
  const operation = useStore(editor.store, (state) => state.operation)
  const isWand = useStore(editor.store, (state) => state.tool === 'wand')
  return (
    <>
      <div className="shrink-0">
        <Segmented
          label={m.canvas_operation()}
          value={operation}
          onChange={(next) => editor.choose({ operation: next })}
          options={[
            { value: 'replace', label: m.canvas_select_new() },
            { value: 'add', label: m.canvas_select_add() },
            { value: 'subtract', label: m.canvas_select_subtract() },
          ]}
        />
      </div>
      {isWand && <Tolerance editor={editor} />}
      <Popover
        label={m.canvas_selection()}
        trigger={(trigger) => (
          <Button size="small" className="shrink-0" {...trigger}>
            {m.canvas_selection()}
            <ChevronDown size={16} aria-hidden />
          </Button>
        )}
      >
        {(close) => <SelectionMenu editor={editor} close={close} />}
      </Popover>
    </>
  )
}

function Tolerance({ editor }: { editor: Editor }) {
  const wand = useStore(editor.store, (state) => state.wand)
  return (
    <span className="flex max-w-72 min-w-44 flex-1 items-center gap-2">
      <span aria-hidden>{m.canvas_tolerance()}</span>
      <Slider
        min={0}
        max={255}
        value={wand.tolerance}
        initially={32}
        onChange={(tolerance) => editor.setWand({ tolerance })}
        label={m.canvas_tolerance()}
      />
      <span className="w-7 text-right tabular-nums">{wand.tolerance}</span>
    </span>
  )
}

function WandSwitches({ editor }: { editor: Editor }) {
  const { isContiguous, samples } = useStore(editor.store, (state) => state.wand)
  return (
    <>
      <Switch
        label={m.canvas_contiguous()}
        checked={isContiguous}
        onChange={(next) => editor.setWand({ isContiguous: next })}
      />
      <Switch
        label={m.canvas_active_layer_only()}
        checked={samples === 'layer'}
        onChange={(next) => editor.setWand({ samples: next ? 'layer' : 'document' })}
      />
    </>
  )
}

/** By how many pixels a selection grows, shrinks or softens. */
const limits = { min: 1, max: 500 }

/** Everything that can be done with the selection. */
function SelectionMenu({ editor, close }: { editor: Editor; close: () => void }) {
  const { selection, size, tool, layers } = useStore(editor.store)
  const layer = editor.activeLayer()
  const [pixels, setPixels] = useState(8)
  const by = nearestNumber(pixels, limits)
  const item = (label: string, act: () => void, isAllowed = selection !== null) => (
    <MenuButton
      label={label}
      isDisabled={!isAllowed}
      onClick={() => {
        act()
        close()
      }}
    />
  )
  const change = (
    label: string,
    requestFor: (before: Selection) => GrowRequest | FeatherRequest,
  ) => (
    <Button
      size="small"
      disabled={!selection}
      onClick={() => {
        if (!selection) return
        void computeChange(editor, { request: requestFor(selection), apply: editor.select })
      }}
    >
      {label}
    </Button>
  )
  return (
    <div className="flex w-64 flex-col">
      {tool === 'wand' && (
        <div className="border-b border-line px-2.5 pb-1">
          <WandSwitches editor={editor} />
        </div>
      )}
      {item(m.canvas_select_all(), () => editor.select(selectAll(size)), true)}
      {item(m.canvas_select_none(), () => editor.select(null))}
      {item(m.canvas_select_invert(), () => editor.select(invertSelection(selection, size)))}
      <div className="flex flex-col gap-2 border-y border-line px-2.5 py-2.5">
        <div className="flex items-center justify-between gap-2 text-small text-quiet">
          <span aria-hidden>{m.canvas_by_pixels()}</span>
          <NumberBox
            {...limits}
            label={m.canvas_by_pixels()}
            value={pixels}
            onChange={(next) => setPixels(next ?? limits.min)}
          />
        </div>
        <div className="flex flex-wrap gap-1">
          {change(m.canvas_grow(), (selection) => ({ kind: 'grow', selection, by, size }))}
          {change(m.canvas_shrink(), (selection) => ({ kind: 'grow', selection, by: -by, size }))}
          {change(m.canvas_feather(), (selection) => ({
            kind: 'feather',
            selection,
            width: by,
            size,
          }))}
        </div>
      </div>
      {item(m.canvas_mask_from_selection(), () => maskFromSelection(editor, m.canvas_mask()))}
      {item(
        m.canvas_clear_selected(),
        () => clearSelected(editor),
        selection !== null && layer !== undefined && canPaint(layers, layer),
      )}
    </div>
  )
}

type MenuButtonProps = { label: ReactNode; isDisabled: boolean; onClick: () => void }

function MenuButton({ label, isDisabled, onClick }: MenuButtonProps) {
  return (
    <button
      type="button"
      disabled={isDisabled}
      onClick={onClick}
      className="min-h-control rounded-control px-2.5 text-left text-body hover:bg-hover active:bg-pressed disabled:opacity-45"
    >
      {label}
    </button>
  )
}
