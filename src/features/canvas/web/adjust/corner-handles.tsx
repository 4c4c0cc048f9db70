import type { PointerEvent } from 'react'
import { create, useStore } from 'zustand'
import type { Editor } from '../document/editor-store.ts'
import { documentMatrix } from '../document/layer-tree.ts'
import type { Layer } from '../document/layers.ts'
import { identity, invert, movePoint } from '../document/transform.ts'
import type { Point, Rect } from '../pixels/pixels.ts'
import { inWindowMatrix } from '../tools/transform-rules.ts'
import { useDrag } from '../tools/use-drag.ts'
import type { View } from '../tools/view.ts'
import { type Adjustment, type Corner, corners } from './adjustments.ts'
import { contentOfLayer } from './use-adjustment.ts'

/** The perspective that is being chosen in the panel; `null`: none is. */
type Perspective = {
  values: Adjustment['values']
  onChange: (values: Adjustment['values']) => void
}

export const usePerspective = create<{ shown: Perspective | null }>(() => ({ shown: null }))

type CornerHandlesProps = { editor: Editor; view: View; layer: Layer }

/** Handles at the corners of a layer's content, while its perspective is chosen. */
export function CornerHandles(props: CornerHandlesProps) {
  const { shown } = usePerspective()
  const content = shown && contentOfLayer(props.layer)
  return content && <Handles {...props} {...shown} content={content} />
}

type CornerDrag = { corner: Corner; from: Point; before: Adjustment['values'] }

type HandlesProps = CornerHandlesProps & Perspective & { content: Rect }

function Handles({ editor, view, layer, values, onChange, content }: HandlesProps) {
  const layers = useStore(editor.store, (state) => state.layers)
  const matrix = inWindowMatrix(view, documentMatrix(layers, layer))
  const toLayer = invert(matrix) ?? identity
  const placeOf = ({ clientX: x, clientY: y }: PointerEvent) => movePoint(toLayer, { x, y })
  const shown = corners.map((corner) => {
    const { x, y } = cornerOf(content, corner)
    const by = { x: values[`${corner}_x`] ?? 0, y: values[`${corner}_y`] ?? 0 }
    return { corner, at: movePoint(matrix, { x: x + by.x, y: y + by.y }) }
  })
  const { begin, listeners } = useDrag<CornerDrag>((event, { corner, from, before }) => {
    const to = placeOf(event)
    onChange({
      ...before,
      [`${corner}_x`]: Math.round((before[`${corner}_x`] ?? 0) + to.x - from.x),
      [`${corner}_y`]: Math.round((before[`${corner}_y`] ?? 0) + to.y - from.y),
    })
  })
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0">
      <svg className="absolute size-full overflow-visible" fill="none">
        <title>{layer.name}</title>
        <polygon
          points={shown.map(({ at }) => `${at.x},${at.y}`).join(' ')}
          className="stroke-accent stroke-2"
        />
      </svg>
      {shown.map(({ corner, at }) => (
        <span
          key={corner}
          data-corner={corner}
          onPointerDown={(event) => begin(event, { corner, from: placeOf(event), before: values })}
          {...listeners}
          className="pointer-events-auto absolute z-10 size-4 -translate-1/2 cursor-move touch-none rounded-full border-2 border-accent bg-ground pointer-coarse:size-6"
          style={{ left: at.x, top: at.y }}
        />
      ))}
    </div>
  )
}

function cornerOf({ x, y, width, height }: Rect, corner: Corner): Point {
  return {
    x: corner.endsWith('right') ? x + width : x,
    y: corner.startsWith('bottom') ? y + height : y,
  }
}
