import { describe, expect, it } from 'vitest'
import { falDocuments } from '#testing/fal-documents.ts'
import type { Definition } from '../rules/definition.ts'
import { compareDefinition } from './compare-definition.ts'
import { importDefinition } from './import-definition.ts'

/** An imported definition sends what its document accepts, and lacks only what could not be mapped. */
describe.each(falDocuments())('$endpoint', ({ document }) => {
  it('differs from its import only in inputs that could not be mapped', () => {
    const { definition, unmapped } = importDefinition(document, { price: 40 })
    const comparison = compareDefinition(definition as Definition, document)
    const differences = 'differences' in comparison ? comparison.differences : []
    const paths = unmapped.map(({ path }) => path)
    const isUnmapped = (path: string) =>
      paths.some((one) => path === one || path.startsWith(`${one}.`))
    expect(comparison).not.toHaveProperty('problem')
    expect(
      differences.filter(({ path, change }) => change !== 'input_added' || !isUnmapped(path)),
    ).toEqual([])
  })
})
