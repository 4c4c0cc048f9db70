import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { definitionJsonSchema } from './definition-schema.ts'

const read = (file: string) =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, file), 'utf8'))
const files = globSync('../definitions/*.json', { cwd: import.meta.dirname })

it('is the published one (`npm run -s atelier -- model schema > docs/model-definition.schema.json`)', () => {
  expect(read('../../../../docs/model-definition.schema.json')).toEqual(definitionJsonSchema())
})

describe('the JSON Schema of definitions', () => {
  const validate = new Ajv2020({ strict: false }).compile(definitionJsonSchema())

  it.each(files)('accepts %s', (file) => {
    expect(validate(read(file)), JSON.stringify(validate.errors)).toBe(true)
  })

  it('rejects an unknown key, a missing price and markup', () => {
    const definition = read(files[0] ?? '')
    expect(validate({ ...definition, script: 'alert(1)' })).toBe(false)
    expect(validate({ ...definition, price: undefined })).toBe(false)
    expect(validate({ ...definition, name: '<b>bold</b>' })).toBe(false)
  })
})
