import type { Rect, Size } from '../pixels/pixels.ts'
import type { TreeNode } from './layer-tree.ts'

/** What a crop changes. `frame`: the part of the document that is generated into. */
type Croppable<Node> = { size: Size; frame: Rect; layers: readonly Node[] }

/**
 * Returns the document whose whole is a part of it, which may reach outside: there it is empty. Layers
 * in groups move with their groups. The frame is the whole document.
 */
export function cropDocument<Node extends TreeNode>(
  { layers }: Pick<Croppable<Node>, 'layers'>,
  { x, y, width, height }: Rect,
): Croppable<Node> {
  return {
    size: { width, height },
    frame: { x: 0, y: 0, width, height },
    layers: layers.map((layer) =>
      layer.parent === null ? { ...layer, x: layer.x - x, y: layer.y - y } : layer,
    ),
  }
}
