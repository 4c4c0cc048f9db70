import { maxGroupDepth } from '../../rules.ts'
import type { Point } from '../pixels/pixels.ts'
import {
  identity,
  invert,
  type Matrix,
  matrixOf,
  movePoint,
  multiply,
  type Transform,
  transformOf,
} from './transform.ts'

/** What the tree reads of a layer; `parent`: the id of its group, or null. */
export type TreeNode = Transform & {
  id: string
  kind: string
  parent: string | null
  isVisible: boolean
  isLocked: boolean
}

/** Returns the groups that a layer is in, the nearest first. */
export function groupsAbove<Node extends TreeNode>(
  layers: readonly Node[],
  layer: Pick<Node, 'parent'>,
): Node[] {
  const groups: Node[] = []
  for (let id = layer.parent; id !== null; ) {
    const group = layers.find((one) => one.id === id)
    if (!group || groups.includes(group)) break
    groups.push(group)
    id = group.parent
  }
  return groups
}

/** Whether a layer and all groups above it are shown. */
export function isShown(layers: readonly TreeNode[], layer: TreeNode): boolean {
  return layer.isVisible && groupsAbove(layers, layer).every(({ isVisible }) => isVisible)
}

/** Whether a layer, or a group above it, is locked. */
export function isLockedIn(layers: readonly TreeNode[], layer: TreeNode): boolean {
  return layer.isLocked || groupsAbove(layers, layer).some(({ isLocked }) => isLocked)
}

/** Returns the matrix from pixels of the innermost group of a layer to those of the document. */
export function groupMatrix(layers: readonly TreeNode[], layer: Pick<TreeNode, 'parent'>): Matrix {
  return groupsAbove(layers, layer).reduce<Matrix>(
    (inner, group) => multiply(matrixOf(group), inner),
    identity,
  )
}

/** Returns the matrix from pixels of a layer to those of the document. */
export function documentMatrix(layers: readonly TreeNode[], layer: TreeNode): Matrix {
  return multiply(groupMatrix(layers, layer), matrixOf(layer))
}

/** Returns where a place of the document is in pixels of a layer; the place where it has no area. */
export function placeInLayer(layers: readonly TreeNode[], layer: TreeNode, at: Point): Point {
  const inverse = invert(documentMatrix(layers, layer))
  return inverse ? movePoint(inverse, at) : at
}

/** Returns the ids of a layer and of all that is in it. */
export function idsWithin(layers: readonly TreeNode[], id: string): Set<string> {
  const ids = new Set([id])
  for (const layer of layers)
    if (groupsAbove(layers, layer).some((group) => group.id === id)) ids.add(layer.id)
  return ids
}

/** Returns every layer with its depth, as a panel lists them: the uppermost first, groups opened. */
export function listTree<Node extends TreeNode>(
  layers: readonly Node[],
  parent: string | null = null,
  depth = 0,
): { layer: Node; depth: number }[] {
  return layers
    .filter((layer) => layer.parent === parent)
    .toReversed()
    .flatMap((layer) => [
      { layer, depth },
      ...(layer.kind === 'group' ? listTree(layers, layer.id, depth + 1) : []),
    ])
}

/** Returns where a layer is to be in its group, so that it is at a place of the document. */
export function transformInto(
  layers: readonly TreeNode[],
  layer: Pick<TreeNode, 'parent'>,
  { x, y, scaleX, scaleY, rotation }: Transform,
): Transform {
  const onDocument = { x, y, scaleX, scaleY, rotation }
  const inverse = layer.parent === null ? null : invert(groupMatrix(layers, layer))
  return inverse ? transformOf(multiply(inverse, matrixOf(onDocument))) : onDocument
}

/** Whether a layer, with all that is in it, may be in a group: no more than 8 are in one another. */
export function fitsInto(layers: readonly TreeNode[], id: string, parent: string | null): boolean {
  const within = [...idsWithin(layers, id)]
  if (parent !== null && within.includes(parent)) return false
  const depthOf = (one: string | null) => {
    const layer = layers.find((other) => other.id === one)
    return layer ? groupsAbove(layers, layer).length : -1
  }
  const height = Math.max(...within.map(depthOf)) - depthOf(id)
  return depthOf(parent) + 1 + height <= maxGroupDepth
}

/**
 * Returns the layers with one moved up (1) or down (-1): past its sibling in the same group, into
 * one that is a group, or out of its own group. It stays where it is seen. The same array where there
 * is nowhere to go.
 */
export function reorderTree<Node extends TreeNode>(
  layers: readonly Node[],
  id: string,
  by: 1 | -1,
): readonly Node[] {
  const layer = layers.find((one) => one.id === id)
  if (!layer) return layers
  const siblings = layers.filter(({ parent }) => parent === layer.parent)
  const sibling = siblings[siblings.indexOf(layer) + by]
  if (sibling?.kind === 'group' && fitsInto(layers, id, sibling.id)) {
    const inside = layers.filter(({ parent }) => parent === sibling.id)
    const beside = by > 0 ? inside[0] : inside.at(-1)
    const place = beside ?? sibling
    return placed(layers, { layer, beside: place, isAbove: by < 0, parent: sibling.id })
  }
  if (sibling)
    return placed(layers, { layer, beside: sibling, isAbove: by > 0, parent: layer.parent })
  const [group] = groupsAbove(layers, layer)
  if (!group) return layers
  return placed(layers, { layer, beside: group, isAbove: by > 0, parent: group.parent })
}

/** Returns the layers with one taken out of its group, directly above it. */
export function takeOut<Node extends TreeNode>(
  layers: readonly Node[],
  id: string,
): readonly Node[] {
  const layer = layers.find((one) => one.id === id)
  const group = layer && groupsAbove(layers, layer)[0]
  if (!layer || !group) return layers
  return placed(layers, { layer, beside: group, isAbove: true, parent: group.parent })
}

/** Whether a layer may be put into one more group. */
export function canWrap(layers: readonly TreeNode[], id: string): boolean {
  return [...idsWithin(layers, id)].every((one) => {
    const layer = layers.find((other) => other.id === one)
    return !layer || groupsAbove(layers, layer).length < maxGroupDepth
  })
}

/** Returns the layers with one in a new group, which is where the layer was. */
export function wrapInGroup<Node extends TreeNode>(
  layers: readonly Node[],
  id: string,
  group: Node,
): readonly Node[] {
  const at = layers.findIndex((one) => one.id === id)
  const layer = layers[at]
  if (!layer) return layers
  return layers.toSpliced(
    ...([at, 1, { ...group, parent: layer.parent }, { ...layer, parent: group.id }] as const),
  )
}

type Placement<Node> = { layer: Node; beside: Node; isAbove: boolean; parent: string | null }

function placed<Node extends TreeNode>(
  layers: readonly Node[],
  { layer, beside, isAbove, parent }: Placement<Node>,
): readonly Node[] {
  const others = layers.filter((one) => one !== layer)
  const moved =
    parent === layer.parent
      ? layer
      : {
          ...{ ...layer, parent },
          ...transformInto(layers, { parent }, transformOf(documentMatrix(layers, layer))),
        }
  return others.toSpliced(others.indexOf(beside) + (isAbove ? 1 : 0), 0, moved)
}
