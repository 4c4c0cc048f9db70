import { expect, test } from 'vitest'
import {
  chosenOperation,
  combineSelections,
  featherSelection,
  growSelection,
  invertSelection,
  maskIn,
  operationOf,
  rectangleBetween,
  type Selection,
  selectAll,
  selectLine,
} from './selection.ts'

const size = { width: 20, height: 10 }

/** A selected rectangle. Throws where it is not on the document. */
function rectangle(x: number, y: number, width: number, height: number): Selection {
  const points = rectangleBetween({ x, y }, { x: x + width, y: y + height })
  const selection = selectLine(points, size)
  if (!selection) throw new Error('Nothing is selected')
  return selection
}

/** How many pixels are selected wholly. */
const count = (selection: Selection | null) =>
  selection?.mask.data.reduce((sum, value) => sum + Number(value === 255), 0) ?? 0

test('Shift adds, Alt subtracts, both intersect, none replaces', () => {
  expect(operationOf({ shift: false, alt: false })).toBe('replace')
  expect(operationOf({ shift: true, alt: false })).toBe('add')
  expect(operationOf({ shift: false, alt: true })).toBe('subtract')
  expect(operationOf({ shift: true, alt: true })).toBe('intersect')
})

test('held keys count before what was chosen', () => {
  const none = { shift: false, alt: false }
  expect(chosenOperation(none, 'subtract')).toBe('subtract')
  expect(chosenOperation({ ...none, shift: true }, 'subtract')).toBe('add')
  expect(chosenOperation({ shift: true, alt: true }, 'replace')).toBe('intersect')
})

test('two selections are added where they lie apart, with nothing between them', () => {
  const both = combineSelections(rectangle(1, 1, 2, 2), rectangle(8, 5, 4, 3), 'add')
  expect(both?.bounds).toEqual({ x: 1, y: 1, width: 11, height: 7 })
  expect(count(both)).toBe(4 + 12)
})

test('a subtracted part leaves the rest, with bounds as small as it', () => {
  const rest = combineSelections(rectangle(2, 2, 8, 4), rectangle(6, 0, 10, 10), 'subtract')
  expect(rest?.bounds).toEqual({ x: 2, y: 2, width: 4, height: 4 })
  expect(count(rest)).toBe(16)
})

test('what is subtracted wholly leaves no selection', () => {
  expect(combineSelections(rectangle(2, 2, 3, 3), selectAll(size), 'subtract')).toBeNull()
})

test('two selections intersect in what both have, and in nothing where they lie apart', () => {
  const both = combineSelections(rectangle(2, 2, 8, 4), rectangle(8, 4, 8, 4), 'intersect')
  expect(both?.bounds).toEqual({ x: 8, y: 4, width: 2, height: 2 })
  expect(combineSelections(rectangle(0, 0, 2, 2), rectangle(8, 4, 2, 2), 'intersect')).toBeNull()
})

test('an empty selection replaces, adds nothing and subtracts nothing', () => {
  const before = rectangle(2, 2, 3, 3)
  expect(combineSelections(before, null, 'replace')).toBeNull()
  expect(combineSelections(before, null, 'add')).toBe(before)
  expect(combineSelections(before, null, 'subtract')).toBe(before)
  expect(combineSelections(null, before, 'add')).toBe(before)
  expect(combineSelections(null, before, 'subtract')).toBeNull()
})

test('inverted twice, a selection is the same; of nothing all is selected, of all nothing', () => {
  const before = rectangle(3, 3, 4, 4)
  const inverted = invertSelection(before, size)
  expect(count(inverted)).toBe(200 - 16)
  expect(invertSelection(inverted, size)).toEqual(before)
  expect(count(invertSelection(null, size))).toBe(200)
  expect(invertSelection(selectAll(size), size)).toBeNull()
})

test('a selection grows and shrinks by pixels, and stays on the document', () => {
  const grown = growSelection(rectangle(5, 4, 2, 2), 2, size)
  expect(grown?.bounds).toEqual({ x: 3, y: 2, width: 6, height: 6 })
  expect(growSelection(rectangle(0, 0, 4, 4), 3, size)?.bounds).toEqual({
    ...{ x: 0, y: 0, width: 7, height: 7 },
  })
  expect(growSelection(rectangle(5, 2, 6, 6), -2, size)?.bounds).toEqual({
    ...{ x: 7, y: 4, width: 2, height: 2 },
  })
  expect(growSelection(rectangle(5, 2, 4, 4), -2, size)).toBeNull()
})

test('a feathered selection is softer on both sides of its edge', () => {
  const soft = featherSelection(rectangle(6, 0, 8, 10), 4, size)
  if (!soft) throw new Error('Nothing is selected')
  const row = [...maskIn(soft, { x: 0, y: 5, width: 20, height: 1 }).data]
  expect(row[3]).toBe(0)
  expect(row[5]).toBeGreaterThan(0)
  expect(row[6]).toBeLessThan(255)
  expect(row[10]).toBe(255)
})

test('what a line encloses outside of the document is not selected', () => {
  const points = rectangleBetween({ x: -5, y: -5 }, { x: 4, y: 3 })
  expect(selectLine(points, size)?.bounds).toEqual({ x: 0, y: 0, width: 4, height: 3 })
  expect(selectLine(rectangleBetween({ x: 30, y: 0 }, { x: 40, y: 5 }), size)).toBeNull()
  expect(selectLine(rectangleBetween({ x: 3, y: 3 }, { x: 3.2, y: 9 }), size)).toBeNull()
})
