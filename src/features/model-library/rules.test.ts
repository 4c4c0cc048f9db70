import { describe, expect, it } from 'vitest'
import { type GivenEndpoint, readList } from './list-rules.ts'
import { proposeCredits } from './price-rules.ts'

const given = (endpoint: unknown, more: Partial<GivenEndpoint> = {}): GivenEndpoint => ({
  ...{ endpoint, name: 'A model', category: 'text-to-image', price: null },
  ...more,
})
const price = { amount: 0.025, unit: 'images', currency: 'USD' }

describe('a list of endpoints', () => {
  it('is kept without markup, in the currency as it is written elsewhere', () => {
    const list = [given('fal-ai/flux', { name: '<b>FLUX</b> \u0000dev', price }), given('a/b/c')]
    expect(readList(list)).toEqual({
      endpoints: [
        {
          ...{ endpoint: 'fal-ai/flux', name: 'FLUX dev', category: 'text-to-image' },
          price: { amount: 0.025, unit: 'images', currency: 'usd' },
        },
        { endpoint: 'a/b/c', name: 'A model', category: 'text-to-image', price: null },
      ],
      refused: 0,
    })
  })

  it('names a model by its endpoint where it has no name, and leaves out an odd category', () => {
    const [one] = readList([given('fal-ai/flux-2/edit', { name: 5, category: '<i>' })]).endpoints
    expect(one).toMatchObject({ name: 'Flux 2 Edit', category: null })
  })

  it.each<[string, GivenEndpoint]>([
    ['no endpoint', given(null)],
    ['an endpoint that leads elsewhere', given('../../etc/passwd')],
    ['an address', given('https://example.com/a')],
    ['an endless endpoint', given(`a/${'b'.repeat(200)}`)],
    ['a negative price', given('a/b', { price: { ...price, amount: -1 } })],
    ['a price that is no number', given('a/b', { price: { ...price, amount: '1' } })],
    ['an absurd price', given('a/b', { price: { ...price, amount: 1e9 } })],
    ['a price without a unit', given('a/b', { price: { ...price, unit: null } })],
    ['a price in no currency', given('a/b', { price: { ...price, currency: 'dollars' } })],
    ['an endpoint again', given('fal-ai/flux', { name: 'Another' })],
  ])('leaves out a row with %s, counts it, and keeps the rest', (_what, row) => {
    const { endpoints, refused } = readList([given('fal-ai/flux'), row, given('fal-ai/last')])
    expect(endpoints.map(({ endpoint }) => endpoint)).toEqual(['fal-ai/flux', 'fal-ai/last'])
    expect(endpoints.map(({ name }) => name)).toEqual(['A model', 'A model'])
    expect(refused).toBe(1)
  })

  it('has at most 20,000 rows', () => {
    const rows = Array.from({ length: 20_005 }, (_, place) => given(`a/b-${place}`))
    expect(readList(rows)).toMatchObject({ refused: 5 })
  })
})

describe('a proposed price', () => {
  const images = { fields: {}, result: 'images' } as const
  const choice = { control: 'choice', options: ['5', '10'], default: '5' } as const
  const video = { fields: { duration: choice }, result: 'video', seconds: 'duration' } as const
  const free = { fields: {}, result: 'video' } as const
  const range = { control: 'integer', min: 1, max: 8, default: 4 } as const
  it.each([
    ['an image', 0.025, 'images', images, 3],
    ['an image, exactly', 0.3, 'image', images, 30],
    ['a request', 0.001, 'request', images, 1],
    ['a video', 0.5, 'videos', free, 50],
    ['the longest video of a choice', 0.05, 'seconds', video, 50],
    ['the longest video of a range', 0.05, 'second', { ...video, fields: { duration: range } }, 40],
    ['the longest video, by the minute', 0.6, 'minute', video, 10],
    ['a length that the form does not decide', 0.05, 'seconds', free, undefined],
    ['images of a video', 0.05, 'images', video, undefined],
    ['megapixels', 0.025, 'megapixels', images, undefined],
    ['a unit of every object', 0.025, 'constructor', images, undefined],
    ['nothing', 0, 'images', images, undefined],
    ['more than a price can be', 9_999_999, 'images', images, undefined],
  ])('covers %s', (_what, amount, unit, model, credits) => {
    expect(proposeCredits({ amount, unit, currency: 'usd' }, 0.01, model)).toBe(credits)
  })

  it('is none where a credit is worth nothing', () => {
    expect(proposeCredits({ amount: 1, unit: 'image', currency: 'usd' }, 0, images)).toBeUndefined()
  })
})
