import { describe, expect, it, test } from 'vitest'
import { filesOf, findLayerProblem, type LayerFacts, maxGroupDepth, plainName } from './rules.ts'

const group = (id: string, parent: string | null = null): LayerFacts => ({
  id,
  kind: 'group',
  parent,
})
const image = (id: string, parent: string | null = null): LayerFacts => ({
  id,
  kind: 'image',
  parent,
})
/** Groups, each in the one before. */
const nested = (count: number) =>
  Array.from({ length: count }, (_, n) => group(`g${n}`, n === 0 ? null : `g${n - 1}`))

describe('findLayerProblem', () => {
  it('accepts layers in groups, in any order', () => {
    expect(findLayerProblem([])).toBeNull()
    expect(findLayerProblem([image('a', 'g'), group('g', 'h'), group('h')])).toBeNull()
  })

  it('refuses an id that another layer has', () => {
    const problem = { index: 2, problem: 'repeated_id' }
    expect(findLayerProblem([image('a'), image('b'), group('a')])).toEqual(problem)
  })

  it('refuses a parent that is missing or no group', () => {
    const problem = { index: 1, problem: 'no_such_group' }
    expect(findLayerProblem([image('a'), image('b', 'c')])).toEqual(problem)
    expect(findLayerProblem([image('a'), image('b', 'a')])).toEqual(problem)
  })

  it('refuses groups that contain themselves', () => {
    const problem = { index: 0, problem: 'own_ancestor' }
    expect(findLayerProblem([group('a', 'a')])).toEqual(problem)
    expect(findLayerProblem([group('a', 'b'), group('b', 'c'), group('c', 'a')])).toEqual(problem)
    expect(findLayerProblem([image('x', 'a'), group('a', 'b'), group('b', 'a')])).toEqual(problem)
  })

  it(`refuses a layer in more than ${maxGroupDepth} groups`, () => {
    const deepest = nested(maxGroupDepth)
    expect(findLayerProblem([...deepest, image('x', deepest.at(-1)?.id)])).toBeNull()
    const tooDeep = nested(maxGroupDepth + 1)
    const layers = [...tooDeep, image('x', tooDeep.at(-1)?.id)]
    expect(findLayerProblem(layers)).toEqual({ index: layers.length - 1, problem: 'too_deep' })
  })
})

it('filesOf names each file once, the thumbnail, too', () => {
  const layers = [
    { ...image('a'), tiles: [{ file: 'f2' }, { file: 'f1' }] },
    { ...image('b'), tiles: [{ file: 'f1' }] },
    group('g'),
  ]
  expect(filesOf(layers)).toEqual(['f1', 'f2'])
  expect(filesOf(layers, 'f0')).toEqual(['f0', 'f1', 'f2'])
})

test.each([
  ['lines and tabs become spaces', 'A hill\r\n\tin fog ', 20, 'A hill in fog'],
  ['what is longer is cut, without half of a character', 'ab😀', 3, 'ab'],
  ['half of a character that was there is no character', 'a\ud83db', 20, 'a b'],
  ['nothing is left of control characters alone', '\n\u0000', 20, ''],
])('a name: %s', (_, text, max, name) => {
  expect(plainName(text, max)).toBe(name)
})
