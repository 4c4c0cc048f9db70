import { expect, test } from 'vitest'
import {
  actionOf,
  actionOfPressed,
  chooseKey,
  comboOf,
  keySigns,
  mergeKeys,
  readKeys,
} from './combos.ts'

const none = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false }

test.each([
  ['a letter', { key: 'b' }, 'b'],
  ['a letter while Caps Lock is on', { key: 'B' }, 'b'],
  ['a letter with Shift', { key: 'B', shiftKey: true }, 'shift+b'],
  ['a letter with Shift while Caps Lock is on', { key: 'b', shiftKey: true }, 'shift+b'],
  ['a sign that needs Shift', { key: '{', shiftKey: true }, '{'],
  ['Ctrl', { key: 'z', ctrlKey: true }, 'mod+z'],
  ['Cmd and Shift', { key: 'Z', metaKey: true, shiftKey: true }, 'mod+shift+z'],
  ['the space bar', { key: ' ' }, 'space'],
  ['a named key', { key: 'Delete' }, 'delete'],
  ['Alt, which makes signs on many keyboards', { key: 'b', altKey: true }, undefined],
  ['a key that is held with others', { key: 'Shift', shiftKey: true }, undefined],
])('reads %s', (_, pressed, combo) => {
  expect(comboOf({ ...none, ...pressed })).toBe(combo)
})

const usual = { brush: ['b'], redo: ['mod+shift+z', 'mod+y'], undo: ['mod+z'] }

test('a key that is chosen for an action is taken from the one that had it', () => {
  const keys = mergeKeys(usual, chooseKey({}, 'brush', 'mod+y'))
  expect(keys).toEqual({ brush: ['mod+y'], redo: ['mod+shift+z'], undo: ['mod+z'] })
  expect(actionOf(keys, 'mod+y')).toBe('brush')
  expect(actionOf(keys, 'b')).toBeUndefined()
})

test('a key with Shift does what the key does, where nothing else is chosen for both', () => {
  expect(actionOfPressed(usual, 'shift+b')).toBe('brush')
  expect(actionOfPressed({ ...usual, fill: ['shift+b'] }, 'shift+b')).toBe('fill')
  expect(actionOfPressed(usual, 'mod+shift+b')).toBeUndefined()
})

test('of two actions that are given one key the last one has it', () => {
  const chosen = chooseKey(chooseKey({}, 'brush', 'q'), 'undo', 'q')
  expect(mergeKeys(usual, chosen)).toEqual({ ...usual, brush: [], undo: ['q'] })
})

test('what was saved by another version, or damaged, does not count', () => {
  const stored = { brush: ['q'], gone: ['x'], undo: 'mod+z', redo: [1] }
  expect(readKeys(stored, usual)).toEqual({ brush: ['q'] })
  expect(readKeys(null, usual)).toEqual({})
  expect(readKeys('brush', usual)).toEqual({})
})

test.each([
  ['mod+shift+z', ['Ctrl', '⇧', 'Z']],
  ['space', ['␣']],
  ['+', ['+']],
  ['mod++', ['Ctrl', '+']],
  ['f9', ['f9']],
])('writes %s', (combo, signs) => {
  expect(keySigns(combo, 'Ctrl')).toEqual(signs)
})
