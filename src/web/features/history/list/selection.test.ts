import { expect, test } from 'vitest'
import { createSelectionStore, type SelectionStore, selectedAmong } from './selection.ts'

const order = () => ['a', 'b', 'c', 'd', 'e']
const picked = (picks: SelectionStore) => [...picks.getState().ids].sort().join('')

test('records are selected one by one and by ranges, in either direction', () => {
  const picks = createSelectionStore()
  picks.toggle('d', false, order)
  picks.toggle('b', true, order)
  expect(picked(picks)).toBe('bcd')
  picks.toggle('c', false, order)
  expect(picked(picks)).toBe('bd')
  picks.toggle('e', true, order)
  expect(picked(picks)).toBe('bcde')
})

test('a range from a record that is gone selects the one record', () => {
  const picks = createSelectionStore()
  picks.toggle('gone', false, order)
  picks.toggle('b', true, order)
  expect(picked(picks)).toBe('bgone')
})

test('all records are selected whether they are loaded or not, until one of them is deselected', () => {
  const picks = createSelectionStore()
  picks.selectAll(['a', 'b', 'c'])
  expect([picks.has('z'), picks.getState().isAll, picks.isSelecting()]).toEqual([true, true, true])
  picks.toggle('b', false, order)
  expect([picks.has('z'), picks.getState().isAll, picked(picks)]).toEqual([false, false, 'ac'])
  picks.selectAll([])
  expect(picks.isSelecting()).toBe(true)
  picks.clear()
  expect([picks.has('a'), picks.isSelecting()]).toEqual([false, false])
})

test('a deleted record is no longer selected; the rest stays', () => {
  const picks = createSelectionStore()
  picks.select(['a', 'b'])
  picks.deselect(['b', 'x'])
  expect(picked(picks)).toBe('a')
  expect(picks.isSelecting()).toBe(true)
  picks.clear()
  expect(picks.isSelecting()).toBe(false)
})

test('in another list its own records stay selected, unless a whole filter was selected', () => {
  const selection = createSelectionStore()
  const records = [{ id: 'b' }, { id: 'c' }, { id: 'd' }]
  selection.select(['a', 'b', 'd'])
  expect(selectedAmong(records, selection)).toEqual(['b', 'd'])
  selection.selectAll(['a', 'b'])
  expect(selectedAmong(records, selection)).toEqual([])
})
