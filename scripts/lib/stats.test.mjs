import { expect, it } from 'vitest'
import { codeFiles, importersOf, quantile } from './stats.mjs'

it('leaves tests out', () => {
  expect(
    codeFiles(['src/a.ts', 'src/a.test.ts', 'packages/b/src/testing/c.ts', 'src/d.tsx', 'e.md']),
  ).toEqual(['src/a.ts', 'src/d.tsx'])
})

it('finds who imports a file, by alias and by path', () => {
  const files = [
    { name: 'src/core/a.ts', text: "import { b } from '#core/d/b.ts'\nimport('../web/c.tsx')" },
    { name: 'src/core/d/d.ts', text: "export { b } from './b.ts'" },
  ]
  expect([...importersOf(files)].map(([file, by]) => [file, [...by]])).toEqual([
    ['src/core/d/b.ts', ['src/core/a.ts', 'src/core/d/d.ts']],
    ['src/web/c.tsx', ['src/core/a.ts']],
  ])
})

it('takes the value at a share', () => {
  expect(quantile([1, 2, 3, 4], 0.5)).toBe(3)
})
