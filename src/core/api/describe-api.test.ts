import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { featureMatrices } from '#testing/security/feature-matrices.ts'
import { testServer } from '#testing/server.ts'

const hidden = featureMatrices.flatMap(({ hidden = [] }) => hidden)

type Node = { [name: string]: unknown }

const { app } = await testServer()
const read = () => app.request('/api/openapi.json')
const document = (await (await read()).json()) as Node & {
  paths: Record<string, Record<string, Operation>>
}
type Operation = {
  responses: Record<string, Node>
  security?: Node[]
  requestBody?: unknown
  summary?: string
  tags?: string[]
}
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    path,
    method,
    operation,
  })),
)

/** Every schema of the document that has examples, with its position. */
function exemplified(
  node: unknown,
  place: string[] = [],
): { place: string[]; examples: unknown[] }[] {
  if (typeof node !== 'object' || node === null) return []
  const { examples } = node as Node
  return [
    ...(Array.isArray(examples) ? [{ place, examples }] : []),
    ...Object.entries(node).flatMap(([name, value]) =>
      name === 'examples' ? [] : exemplified(value, [...place, name]),
    ),
  ]
}

const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, 'api')

describe('the description of the API', () => {
  it.each(
    exemplified(document).map(({ place, examples }) => [place.join(' '), place, examples] as const),
  )('has valid examples: %s', (_, place, examples) => {
    const pointer = place.map((part) =>
      encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')),
    )
    const validate = ajv.compile({ $ref: `api#/${pointer.join('/')}` })
    for (const example of examples) expect(validate(example) ? [] : validate.errors).toEqual([])
  })

  it('assigns every operation to a group, and no group is empty', () => {
    const tags = operations.map(({ operation }) => operation.tags ?? [])
    for (const [index, tag] of tags.entries()) expect(tag, operations[index]?.name).toHaveLength(1)
    const named = (document.tags as { name: string }[]).map(({ name }) => name)
    expect(new Set(tags.flat())).toEqual(new Set(named))
  })

  it('has examples of the requests and answers of account operations', () => {
    const named = exemplified(document).map(({ place }) => place.join(' '))
    for (const name of ['Account', 'Session', 'Key', 'NewKey', 'LedgerEntry', 'Error']) {
      expect(named).toContain(`components schemas ${name}`)
    }
    const bodies = [
      ['/api/account', 'patch'],
      ['/api/account', 'delete'],
      ['/api/account/keys', 'post'],
      ['/api/wan/refundCredits', 'post'],
    ].map(([path, method]) => `paths ${path} ${method} requestBody content application/json schema`)
    expect(named).toEqual(expect.arrayContaining(bodies))
  })

  it.each(operations)('describes the common answers of $name', ({ path, method, operation }) => {
    const statuses = Object.keys(operation.responses)
    expect(operation.summary).toBeTruthy()
    if (!path.startsWith('/api/')) return
    expect(statuses).toContain('503')
    if (method !== 'get') expect(statuses).toEqual(expect.arrayContaining(['403', '413']))
    if (operation.requestBody) expect(statuses).toEqual(expect.arrayContaining(['400', '415']))
    // A visitor gets the same 404 as for a missing one.
    if (operation.security && !hidden.includes(path)) expect(statuses).toContain('401')
  })

  it('is generated once', async () => {
    expect(await (await read()).text()).toBe(JSON.stringify(document))
  })
})
