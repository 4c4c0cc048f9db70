import { describe, expect, it } from 'vitest'
import { type Change, noHistory, redo, remember, undo } from './history.ts'

/** A change of a number, which is the document. */
function counter() {
  let value = 0
  const become = (next: number) => () => {
    value = next
  }
  const set = (after: number, key?: string): Change => {
    const before = value
    value = after
    const change = { undo: become(before), redo: become(after), bytes: 0 }
    return key === undefined ? change : { ...change, key }
  }
  return { set, value: () => value }
}

describe('the history', () => {
  it('undoes and redoes one after another', () => {
    const { set, value } = counter()
    let history = [1, 2, 3].reduce((sum, next) => remember(sum, set(next)), noHistory)
    history = undo(undo(history))
    expect(value()).toBe(1)
    history = redo(history)
    expect(value()).toBe(2)
    history = remember(history, set(9))
    expect(redo(history)).toBe(history)
    expect(value()).toBe(9)
  })

  it('does nothing at its ends', () => {
    expect(undo(noHistory)).toBe(noHistory)
    expect(redo(noHistory)).toBe(noHistory)
  })

  it('takes the moves of one slider as one change', () => {
    const { set, value } = counter()
    let history = remember(noHistory, set(1))
    for (const next of [2, 3, 4]) history = remember(history, set(next, 'opacity a'))
    history = remember(history, set(5, 'opacity b'))
    expect(history.done).toHaveLength(3)
    history = undo(history)
    expect(value()).toBe(4)
    history = undo(history)
    expect(value()).toBe(1)
    redo(history)
    expect(value()).toBe(4)
  })

  it('forgets the oldest changes beyond the memory that it may keep, never the last', () => {
    const large = (at: number): Change => ({ ...nothing, bytes: 100 * 2 ** 20, key: `${at}` })
    const history = [1, 2, 3, 4].reduce((sum, at) => remember(sum, large(at)), noHistory)
    expect(history.done.map(({ key }) => key)).toEqual(['3', '4'])
    const huge = remember(history, { ...nothing, bytes: 2 ** 30, key: 'huge' })
    expect(huge.done.map(({ key }) => key)).toEqual(['huge'])
  })
})

const nothing = { undo: () => undefined, redo: () => undefined }
