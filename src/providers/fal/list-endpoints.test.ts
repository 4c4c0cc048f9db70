import { expect, it } from 'vitest'
import {
  type ServerAnswer,
  type ServerCall,
  testHttpServer,
} from '#testing/providers/test-server.ts'
import { createFal } from './fal.ts'

/** fal's platform API on loopback, with these pages of models; each cursor is the next page's number. */
async function platform(
  pages: object[][],
  more: (call: ServerCall) => ServerAnswer | undefined = () => undefined,
) {
  const asked: URLSearchParams[] = []
  const { url } = await testHttpServer((call) => {
    const given = more(call)
    if (given) return given
    if (call.headers.authorization !== 'Key test') return { status: 401, json: {} }
    if (call.path === '/v1/models/pricing') {
      asked.push(call.query)
      const prices = call.query
        .getAll('endpoint_id')
        .map((endpoint_id) => ({ endpoint_id, unit_price: 0.025, unit: 'images', currency: 'USD' }))
      return { json: { prices, next_cursor: null, has_more: false } }
    }
    const at = Number(call.query.get('cursor') ?? 0)
    const isLast = at === pages.length - 1
    return {
      json: { models: pages[at], next_cursor: isLast ? null : String(at + 1), has_more: !isLast },
    }
  })
  const urls = { queueUrl: url, restUrl: url, jwksUrl: url, platformUrl: url }
  const { listEndpoints } = createFal({ id: 'fal', key: 'test', ...urls })
  return { list: () => listEndpoints?.(), asked }
}

const model = (endpoint_id: string) => ({
  endpoint_id,
  metadata: { display_name: 'A model', category: 'text-to-image', status: 'active' },
})

it('lists all pages with their prices, which are asked for by fifty', async () => {
  const first = Array.from({ length: 60 }, (_, place) => model(`fal-ai/first-${place}`))
  const { list, asked } = await platform([first, [model('fal-ai/last')]])
  const listed = await list()
  expect(listed).toMatchObject({ isWhole: true })
  expect(listed?.endpoints).toHaveLength(61)
  expect(listed?.endpoints.at(-1)).toEqual({
    ...{ endpoint: 'fal-ai/last', name: 'A model', category: 'text-to-image' },
    price: { amount: 0.025, unit: 'images', currency: 'USD' },
  })
  expect(asked.map((query) => query.getAll('endpoint_id').length)).toEqual([50, 11])
})

it('has no prices where fal refuses the question, and fails where it does not answer', async () => {
  let status = 404
  const priced = ({ path }: ServerCall) =>
    path === '/v1/models/pricing' ? { status, json: {} } : undefined
  const { list } = await platform([[model('fal-ai/one')]], priced)
  expect(await list()).toMatchObject({ endpoints: [{ price: null }] })
  status = 503
  await expect(list()).rejects.toMatchObject({ code: 'unavailable' })
})

it('fails where a page is none, leads in a circle, or leads away', async () => {
  const pageOf = (json: unknown) => platform([], () => ({ json }))
  for (const json of [null, [], { models: 'none' }])
    await expect((await pageOf(json)).list()).rejects.toMatchObject({ code: 'unreadable' })
  const circle = await pageOf({ models: [], next_cursor: 'a', has_more: true })
  await expect(circle.list()).rejects.toThrow('in a circle')
  const away = await platform([], () => ({
    ...{ status: 302, json: {} },
    headers: { location: 'http://127.0.0.1:1/v1/models' },
  }))
  await expect(away.list()).rejects.toThrow('not followed')
})

it('reads a hundred pages at most', async () => {
  const pages = Array.from({ length: 103 }, (_, place) => [model(`fal-ai/model-${place}`)])
  const { list } = await platform(pages)
  const listed = await list()
  expect(listed?.isWhole).toBe(false)
  expect(listed?.endpoints).toHaveLength(100)
})
