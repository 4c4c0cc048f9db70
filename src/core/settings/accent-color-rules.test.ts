import fc from 'fast-check'
import { expect, it } from 'vitest'
import { accentFor, contrast } from './accent-color-rules.ts'

const color = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`)

/** The grounds of tokens.css as displays have them: ground, raised, overlay, stage. */
const light = ['#fbf9f7', '#ffffff', '#f6f4f2']
const dark = ['#0f0c0a', '#181412', '#221e1b', '#090706']

it('is readable in every colour on every ground, and carries readable text', () => {
  fc.assert(
    fc.property(color, (hex) => {
      const accent = accentFor(hex)
      for (const [{ accent: mark, strong, on }, grounds] of [
        [accent.light, light],
        [accent.dark, dark],
      ] as const) {
        for (const ground of grounds) expect(contrast(mark, ground)).toBeGreaterThanOrEqual(4.49)
        expect(contrast(mark, on)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(strong, on)).toBeGreaterThanOrEqual(4.5)
      }
    }),
    { numRuns: 300 },
  )
})

it('keeps a colour that is readable, and moves others only as far as needed', () => {
  expect(accentFor('#1D4ED8').light.accent).toBe('#1d4ed8')
  const { light: lightened, dark: darkened } = accentFor('#ffd60a')
  expect(darkened.accent).toBe('#ffd60a')
  expect(lightened.accent).not.toBe('#ffd60a')
  expect(contrast(lightened.accent, '#f6f4f2')).toBeLessThan(4.8)
})

it('gives black and white a shade in both themes', () => {
  expect(contrast(accentFor('#000000').dark.accent, '#221e1b')).toBeGreaterThanOrEqual(4.49)
  expect(contrast(accentFor('#ffffff').light.accent, '#f6f4f2')).toBeGreaterThanOrEqual(4.49)
})
