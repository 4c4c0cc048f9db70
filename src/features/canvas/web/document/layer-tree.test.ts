import { describe, expect, it } from 'vitest'
import {
  canWrap,
  documentMatrix,
  fitsInto,
  groupsAbove,
  idsWithin,
  isLockedIn,
  isShown,
  listTree,
  placeInLayer,
  reorderTree,
  type TreeNode,
  takeOut,
  wrapInGroup,
} from './layer-tree.ts'
import { movePoint, noTransform } from './transform.ts'

const node = (id: string, more: Partial<TreeNode> = {}): TreeNode => ({
  ...{ ...noTransform, id, kind: 'drawing', parent: null, isVisible: true, isLocked: false },
  ...more,
})
const group = (id: string, more: Partial<TreeNode> = {}) => node(id, { kind: 'group', ...more })

const tree = [
  ...[
    node('ground'),
    group('outer', { x: 10, scaleX: 2 }),
    node('leaf', { parent: 'inner', x: 5, y: 6 }),
  ],
  ...[group('inner', { parent: 'outer', x: 100, scaleX: 2 }), node('side', { parent: 'outer' })],
  node('top'),
]
const of = (id: string, layers: readonly TreeNode[] = tree) => {
  const found = layers.find((one) => one.id === id)
  if (!found) throw new Error(id)
  return found
}
const ids = (layers: readonly TreeNode[]) => layers.map(({ id }) => id)

describe('groups', () => {
  it('are listed with what is in them below, the uppermost first', () => {
    expect(listTree(tree).map(({ layer, depth }) => `${depth} ${layer.id}`)).toEqual([
      ...['0 top', '0 outer', '1 side', '1 inner', '2 leaf', '0 ground'],
    ])
  })

  it('are known of a layer, the nearest first', () => {
    expect(ids(groupsAbove(tree, of('leaf')))).toEqual(['inner', 'outer'])
  })

  it('end at one that is missing or in itself', () => {
    const broken = [group('a', { parent: 'b' }), group('b', { parent: 'a' })]
    expect(ids(groupsAbove(broken, node('c', { parent: 'a' })))).toEqual(['a', 'b'])
    expect(groupsAbove(broken, node('c', { parent: 'none' }))).toEqual([])
  })

  it('hide and lock their layers', () => {
    const hidden = tree.map((one) => (one.id === 'outer' ? { ...one, isVisible: false } : one))
    const locked = tree.map((one) => (one.id === 'outer' ? { ...one, isLocked: true } : one))
    expect([isShown(hidden, of('leaf')), isShown(hidden, of('top'))]).toEqual([false, true])
    expect([isLockedIn(locked, of('leaf')), isLockedIn(locked, of('top'))]).toEqual([true, false])
  })

  it('move and scale their layers', () => {
    expect(movePoint(documentMatrix(tree, of('leaf')), { x: 1, y: 1 })).toEqual({ x: 234, y: 7 })
    expect(placeInLayer(tree, of('leaf'), { x: 234, y: 7 })).toEqual({ x: 1, y: 1 })
  })

  it('contain all that is in them, however deep', () => {
    expect([...idsWithin(tree, 'outer')].toSorted()).toEqual(['inner', 'leaf', 'outer', 'side'])
  })
})

describe('reorderTree', () => {
  const seen = (layers: readonly TreeNode[], id: string) =>
    movePoint(documentMatrix(layers, of(id, layers)), { x: 1, y: 1 })
  const listed = (layers: readonly TreeNode[]) =>
    listTree(layers).map(({ layer, depth }) => `${depth} ${layer.id}`)

  it('moves a layer past its neighbour of the same group', () => {
    const flat = [node('a'), node('b'), node('c')]
    expect(ids(reorderTree(flat, 'a', 1))).toEqual(['b', 'a', 'c'])
    expect(ids(reorderTree(flat, 'c', -1))).toEqual(['a', 'c', 'b'])
  })

  it('moves a layer into a group on its way, at its lower or upper end', () => {
    const up = reorderTree(tree, 'ground', 1)
    expect(listed(up)).toEqual([...['0 top', '0 outer', '1 side', '1 inner', '2 leaf', '1 ground']])
    expect(listed(reorderTree(tree, 'top', -1))).toEqual([
      ...['0 outer', '1 top', '1 side', '1 inner', '2 leaf', '0 ground'],
    ])
  })

  it('moves a layer out of its group at the end of it, and leaves it where it is seen', () => {
    const out = reorderTree(tree, 'leaf', 1)
    expect(of('leaf', out).parent).toBe('outer')
    expect(listed(out)).toEqual(['0 top', '0 outer', '1 side', '1 leaf', '1 inner', '0 ground'])
    expect(seen(out, 'leaf')).toEqual(seen(tree, 'leaf'))
    const inAgain = reorderTree(out, 'leaf', -1)
    expect(of('leaf', inAgain)).toEqual(of('leaf'))
  })

  it('leaves the uppermost and the lowest where they are', () => {
    expect(reorderTree(tree, 'top', 1)).toBe(tree)
    expect(reorderTree(tree, 'ground', -1)).toBe(tree)
    expect(reorderTree(tree, 'none', 1)).toBe(tree)
  })

  it('moves past a group that has no more depth', () => {
    const deep = Array.from({ length: 9 }, (_none, at) =>
      group(`g${at}`, { parent: at > 0 ? `g${at - 1}` : null }),
    ).slice(0, 8)
    const layers = [group('a'), node('b', { parent: 'a' }), ...deep]
    expect(canWrap(layers, 'g7')).toBe(true)
    expect(canWrap([...layers, node('c', { parent: 'g7' })], 'g7')).toBe(false)
    expect(fitsInto(layers, 'b', 'g7')).toBe(true)
    expect(fitsInto(layers, 'a', 'g7')).toBe(false)
    expect(fitsInto(layers, 'g0', 'g7')).toBe(false)
    expect(fitsInto(layers, 'g0', 'a')).toBe(true)
    expect(of('a', reorderTree(layers, 'a', 1)).parent).toBe('g0')
  })
})

describe('a new group', () => {
  it('is where the layer was, and is left again', () => {
    const wrapped = wrapInGroup(tree, 'side', group('new'))
    expect(of('new', wrapped).parent).toBe('outer')
    expect(of('side', wrapped).parent).toBe('new')
    const out = takeOut(wrapped, 'side')
    expect(of('side', out)).toEqual(of('side'))
    expect(takeOut(tree, 'top')).toBe(tree)
  })
})
