import type { Page } from '@playwright/test'
import { mediaPath } from '#testing/sample-media.ts'
import { expect, forgetSession, sizes, test } from '../product.ts'
import { type Journey, journeys } from './journeys.ts'
import { expectBalance, make, submitButton } from './make.ts'
import { seeResult } from './see-result.ts'

test.use({ viewport: sizes.wide })

// On a busy machine a video is rendered slowly.

test.describe('on a phone', () => {
  test.use({ viewport: sizes.phone, hasTouch: true })

  for (const model of ['image-to-video', 'moondream3-preview']) {
    test(`${model} from the form to its record`, async ({ page, text, open, enter }) => {
      const journey = journeyOf(model)
      await enter(journey.path, { credits: 1_000 })
      await make({ page, text, open }, journey)
    })
  }
})

test.describe('in Chinese', () => {
  test.use({ language: 'zh' })

  for (const model of ['nano-banana-edit', 'thinksound']) {
    test(`${model} from the form to its record`, async ({ page, text, open, enter }) => {
      const journey = journeyOf(model)
      await enter(journey.path, { credits: 1_000 })
      await make({ page, text, open }, journey)
    })
  }
})

test('a cut upload is sent again by a press, a lost answer by itself, and one edit is charged', async ({
  page,
  text,
  enter,
  installation,
}) => {
  const journey = journeyOf('qwen-image-edit')
  let isCut = false
  await page.route('**/api/upload-image-wan-i2v', (route) => {
    if (isCut) return route.continue()
    isCut = true
    return route.abort('connectionreset')
  })
  let asked = 0
  await page.route('**/api/image-editor/create', async (route) => {
    asked++
    if (asked > 1) return route.continue()
    // The server does its work; only the answer never arrives.
    await route.fetch()
    await route.abort('connectionreset')
  })
  await enter(journey.path, { credits: 1_000 })

  await page.getByLabel(text('field_image'), { exact: true }).setInputFiles(mediaPath('photo.jpg'))
  await page.getByRole('button', { name: text('inputs_retry'), exact: true }).click()
  await expect(
    page.getByRole('button', { name: text('inputs_remove', { field: text('field_image') }) }),
  ).toBeVisible()
  await page.getByLabel(text('field_prompt'), { exact: true }).fill(journey.words)

  await submitButton(page, text, journey).click()
  await seeResult(page, text, journey.words, journey.result)
  await expectBalance(page, text, journey.left)
  expect(asked).toBe(2)
  const history = await (
    await page.request.get(`${installation.url}/api/image-editor/history`)
  ).json()
  expect(history.total).toBe(1)
})

test('another account’s public image is edited by its address', async ({
  page,
  text,
  enter,
  open,
  installation,
}) => {
  const journey = journeyOf('flux-pro-kontext')
  await enter('/creator/image/text-to-image', { credits: 100 })
  const address = `${installation.url}${await makeImage(page, installation.url)}`
  await forgetSession(page)

  await enter(journey.path, { credits: 1_000 })
  await page.getByRole('button', { name: text('inputs_use_address') }).click()
  await page.getByLabel(text('inputs_address'), { exact: true }).fill(address)
  await page.getByRole('button', { name: text('inputs_address_apply'), exact: true }).click()
  const typed = journey.steps.filter((step) => !('give' in step))
  await make({ page, text, open }, { ...journey, steps: typed })
})

/** Makes a public image behind the page's back, and answers its address on the studio. */
async function makeImage(page: Page, installation: string): Promise<string> {
  const data = { model: 'flux-schnell', image_size: 'square', prompt: 'A field of poppies' }
  const created = await page.request.post(`${installation}/api/image-generation/create`, { data })
  const { id } = await created.json()
  const generation = async () =>
    (await page.request.get(`${installation}/api/generations/${id}`)).json()
  await expect.poll(async () => (await generation()).status).toBe('completed')
  const [image] = (await generation()).images
  return new URL(image.url, installation).pathname
}

function journeyOf(model: string): Journey {
  const found = journeys.find(
    (journey) => journey.model === model && 'give' in Object.assign({}, ...journey.steps),
  )
  if (!found) throw new Error(`No journey with files for ${model}`)
  return found
}
