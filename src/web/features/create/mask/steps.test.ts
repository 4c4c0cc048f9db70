import { describe, expect, it } from 'vitest'
import { add, noSteps, redo, type Step, undo, visible } from './steps.ts'

const stroke: Step = { kind: 'stroke', tool: 'brush', size: 4, points: [{ x: 1, y: 1, force: 1 }] }
const [invert, clear]: Step[] = [{ kind: 'invert' }, { kind: 'clear' }]

describe('the steps of a mask', () => {
  it('are taken back and done again one at a time', () => {
    const both = add(add(noSteps, stroke), { kind: 'invert' })
    expect(undo(both).done).toEqual([stroke])
    expect(redo(undo(both))).toEqual(both)
    expect(undo(undo(undo(both))).done).toEqual([])
    expect(redo(both)).toEqual(both)
  })

  it('cannot be done again once something else was done', () => {
    const steps = add(undo(add(noSteps, stroke)), { kind: 'invert' })
    expect(redo(steps)).toEqual(steps)
  })

  it('show nothing from before the last clearing, not even the mask it began with', () => {
    expect(visible([stroke])).toEqual({ steps: [stroke], fromBase: true })
    const cleared = [stroke, clear, invert].filter((step) => step !== undefined)
    expect(visible(cleared)).toEqual({ steps: [invert], fromBase: false })
  })
})
