import { describe, expect, it } from 'vitest'
import { type FalDocument, falDocuments, inputSchemaOf } from '#testing/fal-documents.ts'
import { expectRequestsFit } from '#testing/import-of.ts'
import type { Definition } from '../rules/definition.ts'
import { kinds, typesOfKind } from '../rules/kinds.ts'
import { readDefinition } from '../rules/read-definition.ts'
import { importDefinition } from './import-definition.ts'

const documents = falDocuments()
const goal = 0.95

/** The kinds and generation types that have a form. */
const forms = kinds.flatMap((kind) => typesOfKind(kind).map((type) => `${kind} ${type}`))

function imported({ document }: FalDocument) {
  const { definition, problems, unmapped } = importDefinition(document, { price: 40 })
  return { definition: definition as Definition | null, problems, unmapped }
}

/** The required inputs that are neither asked for nor sent with a fixed value. */
function missingInputs(one: FalDocument, { request }: Definition): string[] {
  const { required = [] } = one.document.components.schemas[inputSchemaOf(one)] ?? {}
  const sent = Object.keys(request).map((key) => key.split('.')[0])
  return required.filter((name) => !sent.includes(name))
}

function isImported(one: FalDocument): boolean {
  const { definition, problems } = imported(one)
  return definition !== null && problems.length === 0 && missingInputs(one, definition).length === 0
}

it('imports at least 95 % of the endpoints without manual edits', () => {
  const categories = Map.groupBy(documents, ({ category }) => category)
  for (const [category, of] of categories)
    process.stdout.write(`${category}: ${of.filter(isImported).length} of ${of.length} imported\n`)
  const share = documents.filter(isImported).length / documents.length
  expect(share).toBeGreaterThanOrEqual(goal)
})

describe.each(documents)('$endpoint', (one) => {
  it('becomes a valid definition with every required input, or says why not', () => {
    const { definition, problems } = imported(one)
    expect(problems).toEqual([])
    expect(forms).toContain(`${definition?.kind} ${definition?.generation_type}`)
    expect(readDefinition(definition)).toMatchObject({ ok: true })
    expect(missingInputs(one, definition as Definition)).toEqual([])
  })

  it('lists every input that the form does not have', () => {
    const { definition, unmapped } = imported(one)
    const { properties = {} } = one.document.components.schemas[inputSchemaOf(one)] ?? {}
    const fields = Object.values(definition?.request ?? {}).flat()
    const asked = Object.keys(definition?.request ?? {}).filter(
      (_, place) => 'from' in (fields[place] ?? {}),
    )
    const known = [...asked, ...unmapped.map(({ path }) => path)].map((key) => key.split('.')[0])
    expect(Object.keys(properties).filter((name) => !known.includes(name))).toEqual([])
  })

  it('accepts every request that its form can send', () => {
    const { definition } = imported(one)
    const options = { schema: inputSchemaOf(one), runs: 60 }
    expectRequestsFit(definition as Definition, one.document, options)
  })
})
