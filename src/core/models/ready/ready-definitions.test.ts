import { globSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { builtInModels } from '../rules/catalogue.ts'
import { readDefinition } from '../rules/read-definition.ts'
import { readyDefinitions } from './ready-definitions.ts'

it('lists every file', () => {
  const files = globSync('*.json', { cwd: import.meta.dirname })
  expect(readyDefinitions.map(({ id }) => `${id}.json`).toSorted()).toEqual(files.toSorted())
})

describe.each(readyDefinitions)('$id', (definition) => {
  it('is valid, not tested, and no model of the product', () => {
    expect(readDefinition(definition)).toMatchObject({ ok: true, definition: { untested: true } })
    expect(builtInModels.map(({ id }) => id)).not.toContain(definition.id)
  })
})
