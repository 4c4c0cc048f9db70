import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { builtInModels, offeredModels } from '#core/models/rules/catalogue.ts'
import { againOf } from './again.ts'

// Modules of the page read its address when they are loaded.
vi.hoisted(() => vi.stubGlobal('location', new URL('http://atelier.test')))

beforeEach(() => void vi.stubGlobal('location', { pathname: '/' }))
afterEach(() => vi.unstubAllGlobals())

const record = (model: string) => ({
  id: '01990000-0000-7000-8000-000000000000',
  kind: 'image' as const,
  generation_type: 'text-to-image',
  model,
  input: { prompt: 'A fox', image_size: 'square', num_images: 2, num_inference_steps: 30 },
  is_public: true,
})

it('keeps a model that is still offered', () => {
  expect(againOf(record('flux-schnell'))).toMatchObject({
    label: 'Regenerate',
    query: { model: 'flux-schnell' },
  })
})

it.each([builtInModels.find(({ hidden }) => hidden)?.id ?? '', 'one-that-is-gone'])(
  'names the model that replaces %s, and its price',
  (model) => {
    const [replacement] = offeredModels('text-to-image')
    const { label, query } = againOf(record(model)) ?? {}
    expect(query).toMatchObject({ model: replacement?.id, prompt: 'A fox', num_images: '2' })
    expect(label).toMatch(/^Regenerate with .+ for \d+ credits$/)
    expect(label).toContain(replacement?.name)
  },
)

it('has no form for what no model made', () => {
  expect(againOf({ ...record('Canvas'), generation_type: 'canvas' })).toBeUndefined()
})
