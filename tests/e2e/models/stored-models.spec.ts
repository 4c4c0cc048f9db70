import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { environments } from '../environments.ts'
import { expect, test } from '../product.ts'
import { pickModel } from './fill-form.ts'

// Models are those of the whole product.
test.use({ environment: { ...environments.usual } })
test.describe.configure({ mode: 'default' })

test('an operator adds a model, changes its price and disables it; open pages and old records follow', async ({
  page,
  installation: { product, url },
  text,
  enter,
  open,
}) => {
  const file = path.join(product.dataDir, 'own-xl.json')
  const atelier = async (...words: string[]) => {
    const { code, output, said } = await product.atelier('model', ...words, '--reason', 'a test')
    expect({ code, said }).toEqual({ code: 0, said: '' })
    return JSON.parse(output)
  }
  const released = await product.atelier('model', 'export', 'flux-schnell')
  const save = async (credits: number, name: string) => {
    const price = { unit: 'image', base: credits, quantity: 'num_images' }
    const { fields, ...definition } = JSON.parse(released.output)
    const mood = {
      ...{ control: 'choice', options: ['calm'], default: 'calm', ignored: true },
      label: { en: `Mood of ${name}` },
      option_labels: { calm: { label: { en: 'Calm' } } },
    }
    const own = { ...definition, id: 'own-xl', name, price, fields: { ...fields, mood } }
    await writeFile(file, JSON.stringify(own))
    return atelier('save', file)
  }

  await enter('/creator/image/text-to-image', { credits: 100 })
  await page.getByLabel(text('field_prompt'), { exact: true }).fill('a kite')
  const changed = page.waitForResponse('**/api/models?kind=image')
  expect(await save(17, 'Own XL')).toMatchObject({ id: 'own-xl', version: 1 })
  await changed
  await pickModel(page, text, /Own XL/)
  await expect(page.getByLabel(text('field_prompt'), { exact: true })).toHaveValue('a kite')

  const submit = (credits: number) =>
    page.getByRole('button', { name: text('create_submit', { count: 1, credits }) })
  await submit(17).click()
  await expect(page.getByRole('main').getByRole('img', { name: 'a kite' }).first()).toBeVisible()

  expect(await save(23, 'Own XXL')).toMatchObject({ version: 2 })
  await expect(submit(23)).toBeVisible()
  const stale = await page.request.post(`${url}/api/image-generation/create`, {
    data: { model: 'own-xl', prompt: 'a kite', expected_credits: 17 },
  })
  expect([stale.status(), await stale.json()]).toMatchObject([
    409,
    { code: 'price_changed', required: 23 },
  ])
  await submit(23).click()
  await expect
    .poll(async () => {
      const answer = await page.request.get(`${url}/api/image-generation/history`)
      const { data } = await answer.json()
      return data.map(
        ({
          generation: { model_name: name, model_version: version },
          credits,
        }: {
          generation: { model_name: string; model_version: number }
          credits: number
        }) => [name, version, credits],
      )
    })
    .toEqual([
      ['Own XXL', 2, 23],
      ['Own XL', 1, 17],
    ])

  await atelier('disable', 'own-xl')
  const picker = page.getByRole('button', { name: new RegExp(`^${text('create_model')}`) })
  await expect(picker).not.toContainText('Own XXL')
  await atelier('delete', 'own-xl')
  await open('/creator/history/image')
  await page.getByRole('main').locator('[data-viewer-opener]').last().click()
  const details = page.getByRole('complementary', { name: text('history_details') })
  await expect(details).toContainText('Own XL')
  const credits = text('history_credits', { credits: 17 })
  await expect(details.getByText(credits, { exact: true }).first()).toBeVisible()
  await expect(details).toContainText('Mood of Own XL')
})

test('a price that is known afterwards says the most, and the receipt says what was used', async ({
  page,
  installation: { product },
  text,
  enter,
}) => {
  const released = await product.atelier('model', 'export', 'flux-schnell')
  const file = path.join(product.dataDir, 'metered.json')
  const price = {
    ...{ unit: 'image', base: 50, quantity: 'num_images' },
    metered: { unit: 'units', credits: 12 },
  }
  const definition = { ...JSON.parse(released.output), id: 'metered', name: 'Metered', price }
  await writeFile(file, JSON.stringify(definition))
  expect(await product.atelier('model', 'save', file, '--reason', 'a test')).toMatchObject({
    ...{ code: 0, said: '' },
  })

  await enter('/creator/image/text-to-image', { credits: 100 })
  await pickModel(page, text, /Metered/)
  await page.getByLabel(text('field_prompt'), { exact: true }).fill('a kite')
  const most = text('price_at_most', { amount: 50 })
  await page
    .getByRole('button', { name: text('create_submit', { count: 1, credits: most }) })
    .click()
  await expect(page.getByRole('main').getByRole('img', { name: 'a kite' }).first()).toBeVisible()
  const left = page.getByRole('banner').getByText(text('create_credits', { count: 88, amount: 88 }))
  await expect(left).toBeVisible()
  await page.getByRole('button', { name: text('receipt_title') }).click()
  const receipt = page.getByRole('dialog', { name: text('receipt_title') })
  const credits = (count: number | string) => text('receipt_credits', { count: 50, credits: count })
  for (const line of [
    `${text('receipt_quoted')}${credits(most)}`,
    `${text('receipt_used')}${text('usage_units', { count: 1, amount: 1 })}`,
    `${text('receipt_refunded')}−${credits(38)}`,
    `${text('receipt_paid')}${credits(12)}`,
    text('receipt_unused'),
  ])
    await expect(receipt).toContainText(line)
})

test('an imported endpoint and a ready definition can be used at once', async ({
  page,
  installation: { product, url },
  text,
  enter,
  open,
}) => {
  const document = 'packages/fal-emulator/documents/fal-ai__qwen-image.json'
  const imported = await product.atelier(
    ...['model', 'import', '--file', document, '--price', '19'],
    ...['--id', 'my-qwen', '--reason', 'a test'],
  )
  expect({ code: imported.code, said: imported.said }).toEqual({ code: 0, said: '' })
  // The server reads changes within a second; an address names only models that it knows.
  await expect
    .poll(async () => (await page.request.get(`${url}/api/models?kind=image`)).text())
    .toContain('my-qwen')
  await enter('/creator/image/text-to-image?model=my-qwen&prompt=a+kite', { credits: 500 })
  await page.getByRole('button', { name: text('create_submit', { count: 1, credits: 19 }) }).click()
  await expect(page.getByRole('main').getByRole('img', { name: 'a kite' }).first()).toBeVisible()
  await open('/creator/video/video-to-video')
  await expect(page.getByRole('main')).toContainText(text('create_no_model'))
  const added = ['model', 'add', 'topaz-upscale-video', '--enable', '--reason', 'a test']
  expect(await product.atelier(...added)).toMatchObject({ code: 0, said: '' })
  await expect(page.getByRole('main')).toContainText('Topaz Upscale Video')
  await open('/creator/history/image')
  await page.getByRole('main').locator('[data-viewer-opener]').first().click()
  const details = page.getByRole('complementary', { name: text('history_details') })
  const credits = text('history_credits', { credits: 19 })
  await expect(details.getByText(credits, { exact: true }).first()).toBeVisible()
})

test('pages are prerendered with the models of the studio', async ({
  page,
  installation: { product, url },
  text,
}) => {
  const form = '/creator/image/text-to-image'
  const { output } = await product.atelier('model', 'export', 'flux-dev', '--type', 'text-to-image')
  const definition = JSON.parse(output)
  const file = path.join(product.dataDir, 'flux-dev.json')
  const price = { ...definition.price, base: 4321 }
  await writeFile(file, JSON.stringify({ ...definition, price }))
  await product.atelier('model', 'save', file, '--reason', 'a test')
  const submit = text('create_submit', { count: 1, credits: '4,321' })
  await expect
    .poll(async () => (await page.request.get(url + form)).text())
    .toMatch(new RegExp(`<html [^>]*data-models.*data-static.*${submit}`, 's'))
  await page.goto(url + form)
  await page.getByLabel(text('field_prompt'), { exact: true }).fill('a kite')
  await expect(page.locator('[data-static]')).toHaveCount(0)
  await expect(page.getByLabel(text('field_prompt'), { exact: true })).toHaveValue('a kite')
  await expect(page.getByRole('button', { name: submit })).toBeVisible()

  // Each page loads the models of its own kind.
  const loaded = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .flatMap(({ name }) => (name.includes('/api/models') ? [new URL(name).search] : [])),
    )
  await expect.poll(loaded).toEqual(['?kind=image'])
  await page.goto(`${url}/creator/video/text-to-video`)
  await expect(page.locator('[data-static]')).toHaveCount(0)
  await expect.poll(loaded).toEqual(['?kind=video'])
  await page.goto(`${url}/pricing`)
  await expect(page.getByRole('main')).toContainText('4,321')
  await expect.poll(loaded).toEqual([''])
})
