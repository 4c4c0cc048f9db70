import { useRef } from 'react'
import { useStore } from 'zustand'
import { m } from '#web/messages/compiled/messages.js'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { RotateCw } from '#web/ui/icons/basic-icons.ts'
import { FlipHorizontal, FlipVertical } from '#web/ui/icons/media-icons.ts'
import { Move } from '../controls/editor-icons.ts'
import type { Editor } from '../document/editor-store.ts'
import { boundsOf } from '../document/layer-bounds.ts'
import { groupMatrix, isLockedIn } from '../document/layer-tree.ts'
import { identity, invert, limited, movePoint, type Transform } from '../document/transform.ts'
import type { Point } from '../pixels/pixels.ts'
import type { CanvasTool, Gesture, OverlayProps, PointerStart } from './tool.ts'
import { TransformBox } from './transform-box.tsx'
import { flip, resetTransform, rotateQuarter } from './transform-rules.ts'
import { useArrows } from './use-arrows.ts'

export const moveTool: CanvasTool = {
  ...{ id: 'move', key: 'V', icon: Move, label: m.canvas_move, cursor: 'cursor-move' },
  ...{ begin: beginMove, Options: MoveOptions, Overlay: MoveOverlay },
}

/** The active layer where it may be changed. */
function movableLayer(editor: Editor) {
  const layer = editor.activeLayer()
  const { layers } = editor.store.getState()
  return layer && !isLockedIn(layers, layer) ? { layer, layers } : undefined
}

/** How far a way on the document is in pixels of the group that a layer is in. */
function inGroup(editor: Editor, layer: { parent: string | null }, by: Point): Point {
  const matrix = invert(groupMatrix(editor.store.getState().layers, layer)) ?? identity
  const [from, to] = [movePoint(matrix, { x: 0, y: 0 }), movePoint(matrix, by)]
  return { x: to.x - from.x, y: to.y - from.y }
}

function moveBy(editor: Editor, by: Point, before: Transform & { id: string }, key: string): void {
  const { x, y } = limited({
    ...before,
    x: Math.round(before.x + by.x),
    y: Math.round(before.y + by.y),
  })
  editor.update(before.id, { x, y }, key)
}

function beginMove({ editor, at: from }: PointerStart): Gesture | undefined {
  const layer = movableLayer(editor)?.layer
  if (!layer) return
  // The moves of one gesture are one change.
  const key = `move ${crypto.randomUUID()}`
  return {
    move(points) {
      const to = points.at(-1) ?? from
      const by = inGroup(editor, layer, { x: to.x - from.x, y: to.y - from.y })
      moveBy(editor, by, layer, key)
    },
    end: () => undefined,
    cancel: () => editor.update(layer.id, { x: layer.x, y: layer.y }, key),
  }
}

/** Arrow keys move the layer by a pixel, with Shift by ten. */
function useMoveByArrows(editor: Editor): void {
  const key = useRef('')
  useArrows((by, isHeld) => {
    const layer = movableLayer(editor)?.layer
    if (!layer) return false
    // A key that is held is one change.
    if (!isHeld) key.current = `nudge ${crypto.randomUUID()}`
    moveBy(editor, inGroup(editor, layer, by), layer, key.current)
    return true
  })
}

function MoveOverlay({ editor, view }: OverlayProps) {
  useMoveByArrows(editor)
  return <TransformBox editor={editor} view={view} />
}

function MoveOptions({ editor }: { editor: Editor }) {
  const { layers, activeId } = useStore(editor.store)
  const layer = layers.find(({ id }) => id === activeId)
  const isFixed = !layer || isLockedIn(layers, layer)
  const change = (next: typeof rotateQuarter) => {
    const now = movableLayer(editor)
    const box = now && boundsOf(now.layers, now.layer)
    if (now && box) editor.update(now.layer.id, next(now.layer, box))
  }
  return (
    <span className="flex flex-wrap items-center gap-1">
      <IconButton
        icon={FlipHorizontal}
        small
        label={m.canvas_flip_horizontal()}
        disabled={isFixed}
        onClick={() => change((before, box) => flip(before, box, 'horizontal'))}
      />
      <IconButton
        icon={FlipVertical}
        small
        label={m.canvas_flip_vertical()}
        disabled={isFixed}
        onClick={() => change((before, box) => flip(before, box, 'vertical'))}
      />
      <IconButton
        icon={RotateCw}
        small
        label={m.canvas_rotate()}
        disabled={isFixed}
        onClick={() => change(rotateQuarter)}
      />
      <Button
        size="small"
        variant="quiet"
        disabled={isFixed}
        onClick={() => change(resetTransform)}
      >
        {m.canvas_transform_reset()}
      </Button>
    </span>
  )
}
