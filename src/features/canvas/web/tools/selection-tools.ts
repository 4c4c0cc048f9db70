import { m } from '#web/messages/compiled/messages.js'
import { toast } from '#web/ui/feedback/toast.ts'
import { Lasso, SquareDashed, Wand } from '../controls/editor-icons.ts'
import type { Editor } from '../document/editor-store.ts'
import { flatten, layerAlone } from '../document/layers.ts'
import {
  chosenOperation,
  combineSelections,
  rectangleBetween,
  type Selection,
  selectLine,
} from '../document/selection.ts'
import type { Pixels, Point } from '../pixels/pixels.ts'
import { computeChange } from '../worker/compute-change.ts'
import { SelectionOptions } from './selection-options.tsx'
import type { CanvasTool, Gesture, HeldKeys, PointerStart } from './tool.ts'

const shared = { cursor: 'cursor-crosshair', Options: SelectionOptions }

export const rectangleTool: CanvasTool = {
  ...{ id: 'rectangle', key: 'M', icon: SquareDashed, label: m.canvas_select_rectangle, ...shared },
  begin: (start) =>
    drawLine(start, (points) => rectangleBetween(start.at, points.at(-1) ?? start.at)),
}

export const lassoTool: CanvasTool = {
  ...{ id: 'lasso', key: 'L', icon: Lasso, label: m.canvas_lasso, ...shared },
  begin: (start) => drawLine(start, (points) => points),
}

export const wandTool: CanvasTool = {
  ...{ id: 'wand', key: 'W', icon: Wand, label: m.canvas_wand, ...shared },
  begin: ({ editor, at, keys }) => ({
    move: () => undefined,
    end: () => selectAlike(editor, at, keys),
    cancel: () => undefined,
  }),
}

/** Shows a line while the pointer moves, and selects what it encloses: a click selects nothing. */
function drawLine(
  { editor, at, keys }: PointerStart,
  lineOf: (points: readonly Point[]) => readonly Point[],
): Gesture {
  const points: Point[] = [at]
  return {
    move(next) {
      points.push(...next)
      editor.showOutline(lineOf(points))
    },
    end() {
      editor.showOutline(null)
      selectWith(editor, selectLine(lineOf(points), editor.store.getState().size), keys)
    },
    cancel: () => editor.showOutline(null),
  }
}

function selectWith(editor: Editor, next: Selection | null, keys: HeldKeys): void {
  const { selection, operation } = editor.store.getState()
  editor.select(combineSelections(selection, next, chosenOperation(keys, operation)))
}

/** Selects what is like the pixel at a place of the document. */
function selectAlike(editor: Editor, { x, y }: Point, keys: HeldKeys): void {
  const { size, wand, selection, operation } = editor.store.getState()
  const at = { x: Math.floor(x), y: Math.floor(y) }
  if (at.x < 0 || at.y < 0 || at.x >= size.width || at.y >= size.height) return
  const pixels = samplePixels(editor)
  if (!pixels) return
  const { tolerance, isContiguous } = wand
  void computeChange(editor, {
    request: {
      ...{ kind: 'wand', pixels, before: selection },
      options: { at, tolerance, isContiguous, metric: 'rgb' },
      operation: chosenOperation(keys, operation),
    },
    apply: editor.select,
  })
}

/** What the wand looks at, of the document's size; `null` where the browser has no memory for it. */
function samplePixels(editor: Editor): Pixels | null {
  const { size, layers, wand } = editor.store.getState()
  const layer = wand.samples === 'layer' ? editor.activeLayer() : undefined
  const rect = { x: 0, y: 0, ...size }
  try {
    return flatten(layer ? layerAlone(layers, layer) : layers, size, rect)
  } catch {
    toast(m.canvas_no_memory(), { tone: 'bad' })
    return null
  }
}
