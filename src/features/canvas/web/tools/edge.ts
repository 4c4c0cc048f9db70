import type { Selection } from '../document/selection.ts'
import type { Rect } from '../pixels/pixels.ts'
import type { View } from './view.ts'

/** From this value of the mask on, a pixel is within the outline. */
const inside = 128

/**
 * Returns, for each pixel of a part of the window, whether the outline of a selection goes through
 * it: one pixel within the selection and one outside.
 */
export function edgeOf({ bounds, mask }: Selection, view: View, rect: Rect): Uint8Array {
  const [columns, rows] = [rect.width + 2, rect.height + 2]
  const column = Int32Array.from({ length: columns }, (_column, at) =>
    Math.floor((rect.x + at - 0.5 - view.x) / view.scale - bounds.x),
  )
  const isInside = new Uint8Array(columns * rows)
  for (let row = 0; row < rows; row++) {
    const y = Math.floor((rect.y + row - 0.5 - view.y) / view.scale - bounds.y)
    if (y < 0 || y >= mask.height) continue
    for (let at = 0; at < columns; at++) {
      const x = column[at] ?? -1
      if (x < 0 || x >= mask.width) continue
      if ((mask.data[y * mask.width + x] ?? 0) >= inside) isInside[row * columns + at] = 1
    }
  }
  const edge = new Uint8Array(rect.width * rect.height)
  for (let y = 0; y < rect.height; y++)
    for (let x = 0; x < rect.width; x++) {
      const at = (y + 1) * columns + x + 1
      const own = isInside[at]
      const isSame =
        isInside[at - 1] === own &&
        isInside[at + 1] === own &&
        isInside[at - columns] === own &&
        isInside[at + columns] === own
      if (!isSame) edge[y * rect.width + x] = 1
    }
  return edge
}
