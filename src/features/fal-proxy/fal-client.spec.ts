import path from 'node:path'
import type * as FalModule from '@fal-ai/client'
import type { Page } from '@playwright/test'
import { build, type Rolldown } from 'vite'
import { builtInModels } from '#core/models/rules/catalogue.ts'
import { expect, test } from '#e2e/product.ts'
import { inputFor } from '#testing/model-input.ts'

/** fal's client as a page would load it, from its own package and with nothing changed. */
const bundle = bundleClient()

async function bundleClient(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      lib: {
        entry: path.join(import.meta.dirname, '../../../node_modules/@fal-ai/client'),
        formats: ['iife'],
        name: 'Fal',
      },
    },
  })
  const [output] = [built].flat() as Rolldown.RolldownOutput[]
  return output?.output[0].code ?? ''
}

/**
 * The page has the client, as a script of the product's own site: its content security policy
 * holds.
 */
async function loadClient(page: Page): Promise<void> {
  const body = await bundle
  await page.route('**/fal-client.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body }),
  )
  await page.addScriptTag({ url: '/fal-client.js' })
}

type Job = { endpoint: string; input: Record<string, unknown>; mode: 'polling' | 'streaming' }

/** Runs one job as any page would, and looks at its images. */
function subscribe(page: Page, job: Job) {
  return page.evaluate(async ({ endpoint, input, mode }) => {
    const { fal } = (window as unknown as { Fal: typeof FalModule }).Fal
    fal.config({ proxyUrl: '/api/wan/fal/proxy' })
    const states: string[] = []
    const onQueueUpdate = ({ status }: { status: string }) => void states.push(status)
    const { data, requestId } = await fal.subscribe(endpoint, {
      input,
      mode,
      logs: true,
      onQueueUpdate,
    })
    const images = (data.images as { url: string }[]).map(async ({ url }) => {
      const image = new Image()
      image.src = url
      await image.decode()
      return image.naturalWidth
    })
    return { requestId, last: states.at(-1), widths: await Promise.all(images) }
  }, job)
}

test('fal’s client in a page makes every kind of image, paid for and found in the history', async ({
  page,
  text,
  open,
  enter,
}) => {
  test.slow()
  await enter('/creator/history/image', { credits: 1000 })
  await loadClient(page)

  const fromWords = builtInModels.filter((model) => model.generationType === 'text-to-image')
  const jobs = fromWords.map(({ name, endpoints: [endpoint] }, index) => {
    const prompt = `A kite of ${name}`
    const mode: Job['mode'] = index % 2 === 0 ? 'streaming' : 'polling'
    return {
      endpoint,
      prompt,
      mode,
      ...inputFor(endpoint, { prompt, image_size: 'square', num_images: 1 }),
    }
  })
  const done = await Promise.all(
    jobs.map(({ endpoint, input, mode }) => subscribe(page, { endpoint, input, mode })),
  )
  for (const job of done) expect(job).toMatchObject({ last: 'COMPLETED', widths: [512] })

  await open('/creator/history/image')
  await expect(
    page
      .getByText(
        text('app_balance', { credits: 1000 - jobs.reduce((sum, { price }) => sum + price, 0) }),
      )
      .first(),
  ).toBeVisible()
  for (const { prompt } of jobs) {
    await expect(
      page.getByRole('main').getByRole('button', { name: new RegExp(`^${prompt}`) }),
    ).toBeVisible()
  }
})

test('a refusal reaches the page in words', async ({ page, enter }) => {
  await enter('/creator/history/image', { credits: 1 })
  await loadClient(page)
  const endpoint = builtInModels[0]?.endpoints[0] ?? ''
  const { input } = inputFor(endpoint)
  const refused = await page.evaluate(
    async ([id, given]) => {
      const { fal } = (window as unknown as { Fal: typeof FalModule }).Fal
      fal.config({ proxyUrl: '/api/wan/fal/proxy' })
      const submit = fal.queue.submit(id, { input: given })
      return submit.then(String, ({ status, message, body }) => ({
        status,
        message,
        code: body.code,
      }))
    },
    [endpoint, input] as const,
  )
  expect(refused).toMatchObject({
    status: 400,
    code: 'insufficient_credits',
    message: expect.stringContaining('Insufficient credits'),
  })
})
