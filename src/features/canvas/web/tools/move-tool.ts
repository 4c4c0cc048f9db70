import { m } from '#web/messages/compiled/messages.js'
import { Move } from '../controls/editor-icons.ts'
import type { CanvasTool, Gesture, PointerStart } from './tool.ts'

export const moveTool: CanvasTool = {
  ...{ id: 'move', key: 'V', icon: Move, label: m.canvas_move, cursor: 'cursor-move' },
  begin: beginMove,
}

function beginMove({ editor, at: from }: PointerStart): Gesture | undefined {
  const layer = editor.activeLayer()
  if (!layer || layer.isLocked) return
  const { id, x, y } = layer
  // The moves of one gesture are one change.
  const key = `move ${crypto.randomUUID()}`
  const moveTo = (place: { x: number; y: number }) => editor.update(id, place, key)
  return {
    move(points) {
      const to = points.at(-1) ?? from
      moveTo({ x: Math.round(x + to.x - from.x), y: Math.round(y + to.y - from.y) })
    },
    end: () => undefined,
    cancel: () => moveTo({ x, y }),
  }
}
