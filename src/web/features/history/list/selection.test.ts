import { expect, test } from 'vitest'
import { SelectionState } from './selection.ts'

const order = () => ['a', 'b', 'c', 'd', 'e']
const picked = (picks: SelectionState) => [...picks.picked()].sort().join('')

test('records are picked one by one and by ranges, in either direction', () => {
  const picks = new SelectionState()
  picks.toggle('d', false, order)
  picks.toggle('b', true, order)
  expect(picked(picks)).toBe('bcd')
  picks.toggle('c', false, order)
  expect(picked(picks)).toBe('bd')
  picks.toggle('e', true, order)
  expect(picked(picks)).toBe('bcde')
})

test('a range from what is no longer there picks the one record', () => {
  const picks = new SelectionState()
  picks.toggle('gone', false, order)
  picks.toggle('b', true, order)
  expect(picked(picks)).toBe('bgone')
})

test('all records are picked whether they are loaded or not, until one of them is dropped', () => {
  const picks = new SelectionState()
  picks.pickAll(['a', 'b', 'c'])
  expect([picks.has('z'), picks.isAll(), picks.isPicking()]).toEqual([true, true, true])
  picks.toggle('b', false, order)
  expect([picks.has('z'), picks.isAll(), picked(picks)]).toEqual([false, false, 'ac'])
  picks.pickAll([])
  expect(picks.isPicking()).toBe(true)
  picks.clear()
  expect([picks.has('a'), picks.isPicking()]).toEqual([false, false])
})

test('what is deleted is no longer picked; the rest stays', () => {
  const picks = new SelectionState()
  picks.pick(['a', 'b'])
  picks.drop(['b', 'x'])
  expect(picked(picks)).toBe('a')
  expect(picks.isPicking()).toBe(true)
  picks.clear()
  expect(picks.isPicking()).toBe(false)
})
