import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createProduct } from '#testing/product.ts'
import { buildCopy, copyRepository, replaceInCopy } from '#testing/repository-copy.ts'
import { test as base, expect } from '../product.ts'

/** The whole of what a developer writes: a file for the model … */
const file = `import { count, decimal, shape, text } from '../fields.ts'
import { defineModel } from '../model.ts'

export const madeUp = defineModel({
  id: 'made-up-xl',
  name: 'Made Up XL',
  kind: 'image',
  generationType: 'text-to-image',
  fields: {
    prompt: text({ lines: 4, required: true }),
    image_size: shape(['square', 'landscape_4_3'], 'square'),
    num_images: count({ max: 2 }),
    weirdness: decimal({ min: 2, max: 8, initially: 4, step: 1, group: 'shape' }),
  },
  price: { base: { any: 17 }, unit: 'image', tier: () => 'any', quantity: (input) => input.num_images },
  endpoints: ['made-up/painter'],
  result: 'images',
  toProvider: ({ prompt, weirdness }) => ({ prompt, weirdness }),
})
`

/** … and its line in the catalogue, with where it comes from. */
async function copyWithModel(): Promise<string> {
  const root = await copyRepository()
  const catalogue = 'src/catalogue/catalogue.ts'
  await replaceInCopy(root, catalogue, ['  janusPro,\n', '  janusPro,\n  madeUp,\n'])
  const start = 'import { janusPro }'
  const imported = `import { madeUp } from './models/made-up-xl.ts'\n${start}`
  await replaceInCopy(root, catalogue, [start, imported])
  await writeFile(path.join(root, 'src/catalogue/models/made-up-xl.ts'), file)
  buildCopy(root)
  return root
}

const test = base.extend<
  object,
  { studio: { url: string; product: Awaited<ReturnType<typeof createProduct>> } }
>({
  studio: [
    async ({ environment }, use) => {
      const root = await copyWithModel()
      const product = await createProduct(environment, root)
      const { url, stop } = await product.start()
      await use({ url, product })
      await stop()
      await product.remove()
      await rm(root, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

// One copy, built once, for both.
test.describe.configure({ mode: 'serial' })

test('a made-up model, in one file and one line: form, prefill, price, charge and history follow', async ({
  page,
  text,
  enter,
  open,
}) => {
  await enter(
    '/creator/image/text-to-image?model=made-up-xl&prompt=a+kite&num_images=2&weirdness=7',
    { credits: 100 },
  )
  await expect(page.getByText('Made Up XL').first()).toBeVisible()
  await expect(page.getByLabel(text('field_prompt'), { exact: true })).toHaveValue('a kite')
  const box = page.getByRole('spinbutton', { name: 'weirdness' })
  await expect(box).toHaveValue('7')
  const answer = page.waitForResponse('**/api/image-generation/create')
  await page.getByRole('button', { name: text('create_submit', { count: 2, credits: 34 }) }).click()
  expect(await (await answer).json()).toMatchObject({
    credits_charged: 34,
    generation: { input: { weirdness: 7 } },
  })

  await open('/creator/history/image')
  await expect(page.getByRole('main').locator('p', { hasText: 'a kite' }).first()).toBeVisible()
})

test('the API, its document, the quote and the proxy know it too', async ({
  page,
  studio,
  enter,
}) => {
  await enter('/creator/history/image', { credits: 100 })
  const call = async (method: 'GET' | 'POST', address: string, data?: object, headers = {}) => {
    const answer = await page.request.fetch(studio.url + address, {
      method,
      headers,
      ...(data && { data }),
    })
    return { status: answer.status(), body: await answer.json() }
  }
  const endpoint = '/api/image-generation/create'
  const quote = { model: 'made-up-xl', input: { prompt: 'x', num_images: 2 } }
  expect((await call('POST', '/api/generations/quote', quote)).body).toMatchObject({ credits: 34 })
  const made = await call('POST', endpoint, { model: 'made-up-xl', prompt: 'x' })
  expect(made.body).toMatchObject({
    credits_charged: 17,
    generation: { model_name: 'Made Up XL', input: { weirdness: 4, image_size: 'square' } },
  })
  const wild = await call('POST', endpoint, { model: 'made-up-xl', prompt: 'x', weirdness: 9 })
  expect(wild).toMatchObject({ status: 400, body: { error: 'weirdness must be between 2 and 8' } })
  const target = { 'x-fal-target-url': 'https://queue.fal.run/made-up/painter' }
  expect((await call('POST', '/api/wan/fal/proxy', { prompt: 'x' }, target)).body).toMatchObject({
    status: 'IN_QUEUE',
  })

  const document = JSON.stringify((await call('GET', '/api/openapi.json')).body.paths[endpoint])
  expect(document).toContain('Made Up XL')
  expect(document).toContain('"weirdness":{"default":4,"type":"number","minimum":2,"maximum":8}')
  const { data } = (await call('GET', '/api/image-generation/history')).body
  expect(data.map(({ model }: { model: string }) => model)).toEqual(['made-up-xl', 'made-up-xl'])
})
