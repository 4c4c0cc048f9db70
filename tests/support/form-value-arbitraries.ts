import fc from 'fast-check'
import type { Control, Field } from '#core/models/rules/fields.ts'
import type { Model } from '#core/models/rules/model.ts'

/** Any values that the form of a model accepts; a field may also be left as it starts. */
export function anyFormValues({ fields }: Model): fc.Arbitrary<Record<string, unknown>> {
  return fc.record(
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, anyValue(field)])),
  )
}

function anyValue(field: Field): fc.Arbitrary<unknown> {
  const isValid = (value: unknown) => field.schema().safeParse(value).success
  const given = anyGiven(field.control).filter(isValid)
  const untouched = [undefined, field.initially].filter(isValid)
  return untouched.length === 0
    ? given
    : fc.oneof(
        { weight: 4, arbitrary: given },
        { weight: 1, arbitrary: fc.constantFrom(...untouched) },
      )
}

const address = fc.webUrl({ size: 'small' }).map((url) => `${url}/file`)

function anyGiven(control: Control): fc.Arbitrary<unknown> {
  switch (control.kind) {
    case 'text':
      return anyText(control.maxLength)
    case 'number':
      return Number.isInteger(control.step) && Number.isInteger(control.min)
        ? anyWhole(control)
        : fc.double({ min: control.min, max: control.max, noNaN: true })
    case 'segments':
    case 'shape':
      return fc.constantFrom<string | number>(...control.options)
    case 'seed':
      return fc.oneof(
        fc.nat(),
        fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String),
        fc.integer({ min: 0, max: 70_000 }),
      )
    case 'switch':
      return fc.boolean()
    case 'fixed':
      return fc.anything()
    case 'file':
      return fc.oneof(fc.constant(''), address)
    case 'files':
      return fc.array(address, { maxLength: control.max })
  }
}

/** Among them the first and the last, and multiples of the step. */
function anyWhole({ min, max, step }: { min: number; max: number; step: number }) {
  const last = Math.floor((max - min) / step)
  return fc.integer({ min: 0, max: last }).map((place) => min + place * step)
}

/** Texts of every length: empty, several lines, characters of several units, the longest. */
function anyText(maxLength: number): fc.Arbitrary<string> {
  const short = fc.string({ unit: 'binary', maxLength: Math.min(maxLength, 60) })
  const lines = fc
    .array(fc.string({ maxLength: 8 }), { maxLength: 6 })
    .map((entries) => entries.join('\n'))
  const long = fc.constantFrom('x', '漢', '🦊').map((character) => character.repeat(maxLength))
  return fc.oneof(short, lines, fc.lorem({ maxCount: 12 }), long)
}
