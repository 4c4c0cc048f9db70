import fc from 'fast-check'
import { expect, it } from 'vitest'
import { WaitingLine } from './waiting-line.ts'

const step = fc.oneof(
  fc.constant({ kind: 'add' as const }),
  fc.constant({ kind: 'take' as const }),
  fc.nat(20).map((who) => ({ kind: 'remove' as const, who })),
)

it('behaves like an array with shift, splice and indexOf, only faster', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const line = new WaitingLine<string>()
      let model: string[] = []
      steps.forEach((each, index) => {
        if (each.kind === 'add') {
          line.add(`job ${index}`)
          model.push(`job ${index}`)
        } else if (each.kind === 'take') {
          expect(line.take()).toBe(model.shift())
        } else {
          const item = model[each.who] ?? 'nobody'
          expect(line.remove(item)).toBe(model.includes(item))
          model = model.filter((other) => other !== item)
        }
        expect(line.size).toBe(model.length)
        expect(model.map((item) => line.positionOf(item))).toEqual(
          model.map((_, position) => position),
        )
      })
    }),
  )
})
