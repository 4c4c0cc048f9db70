import { describe, expect, it } from 'vitest'
import { add, noSteps, redo, type Step, undo, visible } from './steps.ts'

const stroke: Step = { kind: 'stroke', tool: 'brush', size: 4, points: [{ x: 1, y: 1, force: 1 }] }
const [invert, clear]: Step[] = [{ kind: 'invert' }, { kind: 'clear' }]

describe('the steps of a mask', () => {
  it('are undone and redone one at a time', () => {
    const both = add(add(noSteps, stroke), { kind: 'invert' })
    expect(undo(both).done).toEqual([stroke])
    expect(redo(undo(both))).toEqual(both)
    expect(undo(undo(undo(both))).done).toEqual([])
    expect(redo(both)).toEqual(both)
  })

  it('cannot be redone after a new step', () => {
    const steps = add(undo(add(noSteps, stroke)), { kind: 'invert' })
    expect(redo(steps)).toEqual(steps)
  })

  it('show nothing from before the last clearing, not even the first mask', () => {
    expect(visible([stroke])).toEqual({ steps: [stroke], fromBase: true })
    const cleared = [stroke, clear, invert].filter((step) => step !== undefined)
    expect(visible(cleared)).toEqual({ steps: [invert], fromBase: false })
  })
})
