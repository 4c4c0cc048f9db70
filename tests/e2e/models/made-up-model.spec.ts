import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createProduct } from '#testing/product.ts'
import {
  buildCopy,
  changedInCopy,
  copyRepository,
  replaceInCopy,
  runInCopy,
} from '#testing/repository-copy.ts'
import { removeTemporaryDirectory } from '#testing/temporary-directory.ts'
import { test as base, expect } from '../product.ts'

/** The whole of what a developer writes: a file for the model … */
const file = `import { choice, count, decimal, shape, text, withTexts } from '../rules/fields.ts'
import { defineModel } from '../rules/model.ts'

export const madeUp = defineModel({
  id: 'made-up-xl',
  name: 'Made Up XL',
  kind: 'image',
  generationType: 'text-to-image',
  provider: 'fal',
  strength: { en: 'Never the same twice', zh: '次次不同' },
  fields: {
    prompt: text({ lines: 4, required: true }),
    image_size: shape(['square', 'landscape_4_3'], 'square'),
    num_images: count({ max: 2 }),
    weirdness: withTexts(
      { label: { en: 'Weirdness', zh: '怪异度' }, hint: { en: 'How far from real', zh: '离现实多远' } },
      decimal({ min: 2, max: 8, initially: 4, step: 1, group: 'shape' }),
    ),
    mood: withTexts(
      {
        label: { en: 'Mood', zh: '情绪' },
        options: { calm: { label: { en: 'Calm', zh: '平静' } }, wild: { label: { en: 'Wild', zh: '狂野' } } },
      },
      choice(['calm', 'wild'], 'calm'),
    ),
  },
  price: { base: { any: 17 }, unit: 'image', tier: () => 'any', quantity: (input) => input.num_images },
  endpoints: ['made-up/painter'],
  result: 'images',
  toProvider: ({ prompt, weirdness, mood }) => ({ prompt, weirdness, mood }),
})
`

/** … and its line in the catalogue, with where it comes from. */
async function copyWithModel(): Promise<string> {
  const root = await copyRepository()
  const catalogue = 'src/core/models/rules/catalogue.ts'
  await replaceInCopy(root, catalogue, [
    '  built(janusPro),\n',
    '  built(janusPro),\n  { model: madeUp, definition: null },\n',
  ])
  const start = 'import janusPro from'
  const imported = `import { madeUp } from '../definitions/made-up-xl.ts'\n${start}`
  await replaceInCopy(root, catalogue, [start, imported])
  await writeFile(path.join(root, 'src/core/models/definitions/made-up-xl.ts'), file)
  buildCopy(root)
  return root
}

type Installation = { url: string; product: Awaited<ReturnType<typeof createProduct>> }

const test = base.extend<object, { copy: string; installation: Installation }>({
  copy: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the braces.
    async ({}, use) => {
      const root = await copyWithModel()
      await use(root)
      await removeTemporaryDirectory(root)
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  installation: [
    async ({ copy, environment }, use) => {
      const product = await createProduct(environment, copy)
      const { url, stop } = await product.start()
      await use({ url, product })
      await stop()
      await product.remove()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

// One copy, built once, for all.
test.describe.configure({ mode: 'serial' })

test('a made-up model with two fields of its own touches two files', async ({ copy }) => {
  expect(await changedInCopy(copy)).toEqual([
    'src/core/models/definitions/made-up-xl.ts',
    'src/core/models/rules/catalogue.ts',
  ])
  runInCopy(copy, 'node_modules/typescript/bin/tsc', '-b', 'tsconfig.pure.json')
})

test('a made-up model, in one file and one line: form, prefill, price, charge and history follow', async ({
  page,
  text,
  enter,
  open,
}) => {
  await enter(
    '/creator/image/text-to-image?model=made-up-xl&prompt=a+kite&num_images=2&weirdness=7&mood=wild',
    { credits: 100 },
  )
  await expect(page.getByText('Made Up XL').first()).toBeVisible()
  await expect(page.getByLabel(text('field_prompt'), { exact: true })).toHaveValue('a kite')
  const box = page.getByRole('spinbutton', { name: 'Weirdness' })
  await expect(box).toHaveValue('7')
  await expect(page.getByText('How far from real')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Wild' })).toBeChecked()
  const answer = page.waitForResponse('**/api/image-generation/create')
  await page.getByRole('button', { name: text('create_submit', { count: 2, credits: 34 }) }).click()
  expect(await (await answer).json()).toMatchObject({
    credits_charged: 34,
    generation: { input: { weirdness: 7, mood: 'wild' } },
  })

  await open('/creator/history/image')
  await expect(page.getByRole('main').locator('p', { hasText: 'a kite' }).first()).toBeVisible()
  await page.getByRole('main').locator('[data-viewer-opener]').first().click()
  const details = page.getByRole('complementary', { name: text('history_details') })
  await expect(details).toContainText('Weirdness7')
  await expect(details).toContainText('MoodWild')
})

test.describe('in Chinese', () => {
  test.use({ language: 'zh' })

  test('its fields and what is wrong with them have the names of its file', async ({
    page,
    installation,
    enter,
  }) => {
    await enter('/creator/image/text-to-image?model=made-up-xl', { credits: 100 })
    await expect(page.getByRole('spinbutton', { name: '怪异度' })).toHaveValue('4')
    await expect(page.getByText('离现实多远')).toBeVisible()
    await expect(page.getByRole('radiogroup', { name: '情绪' })).toBeVisible()
    await expect(page.getByRole('radio', { name: '平静' })).toBeChecked()

    const answer = await page.request.post(`${installation.url}/api/image-generation/create`, {
      headers: { 'accept-language': 'zh' },
      data: { model: 'made-up-xl', prompt: 'x', weirdness: 9, mood: 'sad' },
    })
    expect((await answer.json()).error).toBe(
      '怪异度必须在 2 到 8 之间; 情绪必须是以下之一：calm, wild',
    )
  })
})

test('the API, its document, the quote and the proxy know it too', async ({
  page,
  installation,
  enter,
}) => {
  await enter('/creator/history/image', { credits: 100 })
  const call = async (method: 'GET' | 'POST', address: string, data?: object, headers = {}) => {
    const answer = await page.request.fetch(installation.url + address, {
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
  expect(wild).toMatchObject({ status: 400, body: { error: 'Weirdness must be between 2 and 8' } })
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
