import { m } from '#web/messages/compiled/messages.js'
import { TypeIcon } from '../controls/editor-icons.ts'
import { type Editor, newName } from '../document/editor-store.ts'
import { boundsOf } from '../document/layer-bounds.ts'
import { isLockedIn, isShown, placeInLayer } from '../document/layer-tree.ts'
import type { Layer } from '../document/layers.ts'
import type { TextContent } from '../document/text-drawing.ts'
import { lineHeight } from '../document/text-layout.ts'
import type { Point, Size } from '../pixels/pixels.ts'
import type { CanvasTool, PointerStart } from './tool.ts'

export const textTool: CanvasTool = {
  ...{ id: 'text', key: 'T', icon: TypeIcon, label: m.canvas_text, cursor: 'cursor-text' },
  begin({ editor, at }: PointerStart) {
    // At the release: a second finger may still make a zoom of it.
    return { move: () => undefined, end: () => pressAt(editor, at), cancel: () => undefined }
  },
}

/** Chooses the text under the pointer, or makes one there; then its words can be typed. */
function pressAt(editor: Editor, at: Point): void {
  const { layers, size, brush } = editor.store.getState()
  const pressed = layers.findLast((layer) => isTextAt(layers, layer, at))
  const active = editor.activeLayer()
  const content = usualText(size, brush.color)
  const place = { x: Math.round(at.x), y: Math.round(at.y - (content.font_size * lineHeight) / 2) }
  if (pressed) editor.choose({ activeId: pressed.id })
  // One that nothing was typed into is not left behind.
  else if (active?.text?.text === '' && active.parent === null) editor.update(active.id, place)
  else {
    const name = newName(layers, m.canvas_text())
    editor.addLayer({ kind: 'text', name, ...place, text: content })
  }
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>('[data-layer-text]')?.focus({ preventScroll: false }),
  )
}

function isTextAt(layers: readonly Layer[], layer: Layer, at: Point): boolean {
  if (!layer.text || !isShown(layers, layer) || isLockedIn(layers, layer)) return false
  const box = boundsOf(layers, layer)
  if (!box) return false
  const { x, y } = placeInLayer(layers, layer, at)
  return x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height
}

const usualText = ({ width, height }: Size, color: string): TextContent => ({
  ...{ text: '', font_family: 'sans-serif', weight: 600, align: 'left', width: null, color },
  font_size: Math.max(8, Math.round(Math.min(width, height) / 12)),
})
