import { expect, it } from 'vitest'
import { cropDocument } from './crop.ts'
import { documentMatrix, type TreeNode } from './layer-tree.ts'
import { movePoint, noTransform } from './transform.ts'

const node = (id: string, more: Partial<TreeNode>): TreeNode => ({
  ...{ ...noTransform, id, kind: 'drawing', parent: null, isVisible: true, isLocked: false },
  ...more,
})
const layers = [
  node('sky', { x: 5, rotation: 90 }),
  node('group', { kind: 'group', x: 10, scaleX: 2 }),
  node('leaf', { parent: 'group', x: 7, y: 8 }),
]

it('makes a part the whole document, and every layer stays where it is seen', () => {
  const rect = { x: 30, y: -20, width: 200, height: 100 }
  const cropped = cropDocument({ layers }, rect)
  expect(cropped.size).toEqual({ width: 200, height: 100 })
  expect(cropped.frame).toEqual({ x: 0, y: 0, width: 200, height: 100 })
  for (const [at, layer] of layers.entries()) {
    const after = cropped.layers[at]
    if (!after) throw new Error('No layer is lost')
    const before = movePoint(documentMatrix(layers, layer), { x: 3, y: 4 })
    expect(movePoint(documentMatrix(cropped.layers, after), { x: 3, y: 4 })).toEqual({
      ...{ x: before.x - rect.x, y: before.y - rect.y },
    })
  }
})
