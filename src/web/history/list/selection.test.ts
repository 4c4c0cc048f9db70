import { expect, test } from 'vitest'
import { createSelectionStore, type SelectionStore, selectedAmong } from './selection.ts'

const order = () => ['a', 'b', 'c', 'd', 'e']
const picked = (selectionStore: SelectionStore) =>
  [...selectionStore.getState().ids].sort().join('')

test('records are selected one by one and by ranges, in either direction', () => {
  const selectionStore = createSelectionStore()
  selectionStore.toggle('d', false, order)
  selectionStore.toggle('b', true, order)
  expect(picked(selectionStore)).toBe('bcd')
  selectionStore.toggle('c', false, order)
  expect(picked(selectionStore)).toBe('bd')
  selectionStore.toggle('e', true, order)
  expect(picked(selectionStore)).toBe('bcde')
})

test('a range from a deleted record selects the one record', () => {
  const selectionStore = createSelectionStore()
  selectionStore.toggle('gone', false, order)
  selectionStore.toggle('b', true, order)
  expect(picked(selectionStore)).toBe('bgone')
})

test('all records are selected whether they are loaded or not, until one of them is deselected', () => {
  const selectionStore = createSelectionStore()
  selectionStore.selectAll(['a', 'b', 'c'])
  expect([
    selectionStore.has('z'),
    selectionStore.getState().isAll,
    selectionStore.isSelecting(),
  ]).toEqual([true, true, true])
  selectionStore.toggle('b', false, order)
  expect([
    selectionStore.has('z'),
    selectionStore.getState().isAll,
    picked(selectionStore),
  ]).toEqual([false, false, 'ac'])
  selectionStore.selectAll([])
  expect(selectionStore.isSelecting()).toBe(true)
  selectionStore.clear()
  expect([selectionStore.has('a'), selectionStore.isSelecting()]).toEqual([false, false])
})

test('a deleted record is no longer selected; the rest stays', () => {
  const selectionStore = createSelectionStore()
  selectionStore.select(['a', 'b'])
  selectionStore.deselect(['b', 'x'])
  expect(picked(selectionStore)).toBe('a')
  expect(selectionStore.isSelecting()).toBe(true)
  selectionStore.clear()
  expect(selectionStore.isSelecting()).toBe(false)
})

test('in another list its own records stay selected, unless a whole filter was selected', () => {
  const selection = createSelectionStore()
  const records = [{ id: 'b' }, { id: 'c' }, { id: 'd' }]
  selection.select(['a', 'b', 'd'])
  expect(selectedAmong(records, selection)).toEqual(['b', 'd'])
  selection.selectAll(['a', 'b'])
  expect(selectedAmong(records, selection)).toEqual([])
})
