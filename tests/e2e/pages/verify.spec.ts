import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { drawing } from '#testing/drawings.ts'
import { expect, expectAccessible, test } from '../product.ts'
import { makeImage } from '../work.ts'

/** Drops a file from outside the browser on the page. */
async function drop(page: Page, file: { name: string; type: string; content: Buffer }) {
  const transfer = await page.evaluateHandle(
    ({ name, type, content }) => {
      const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))
      const transfer = new DataTransfer()
      transfer.items.add(new File([bytes], name, { type }))
      return transfer
    },
    { ...file, content: file.content.toString('base64') },
  )
  const place = page.getByRole('heading', { level: 1 })
  await place.dispatchEvent('dragover', { dataTransfer: transfer })
  await place.dispatchEvent('drop', { dataTransfer: transfer })
}

test('a dropped download is recognised with its model; a screenshot of it as a near copy', async ({
  page,
  enter,
  open,
  text,
}) => {
  await enter('/account', { credits: 500 })
  const { id, image: file } = await makeImage(page)
  const content = await (await page.request.get(`${file.url}?download`)).body()
  const type = file.content_type

  await open('/verify')
  await drop(page, { name: 'download', type, content })
  await expect(page.getByText(text('provenance_here'), { exact: true })).toBeVisible()
  await expect(page.getByText(text('provenance_sample'))).toBeVisible()
  await expect(page.getByText('FLUX.1 schnell', { exact: true })).toBeVisible()
  // Elsewhere, a dropped file opens the form of its settings.
  expect(new URL(page.url()).pathname).toBe('/verify')
  await expectAccessible(page)

  // The viewer shows what the file says.
  await open(`/creator/history/image?record=${id}`)
  await page.getByRole('button', { name: text('provenance_show') }).click()
  await expect(page.getByText(text('provenance_here'), { exact: true })).toBeVisible()

  await open(`/creator/history/image?record=${id}`)
  const shown = page.getByRole('dialog').locator(`img[src*="${new URL(file.url).pathname}"]`)
  const screenshot = await shown.last().screenshot()
  await open('/verify')
  await drop(page, { name: 'screenshot.png', type: 'image/png', content: screenshot })
  await expect(page.getByText(text('provenance_near'), { exact: true })).toBeVisible()
})

const strangers = { en: 901, zh: 902, de: 903 }

for (const language of ['en', 'zh', 'de'] as const)
  test.describe(language, () => {
    test.use({ language, viewport: { width: 390, height: 844 } })

    test(`a stranger’s picture has no mark @${language}`, async ({ page, open, text }) => {
      await open('/verify')
      // Like no result that another test has made public.
      const buffer = await sharp(drawing(strangers[language])).png().toBuffer()
      const file = { name: 'strange.png', mimeType: 'image/png', buffer }
      await page.getByLabel(text('provenance_choose')).setInputFiles(file)
      await expect(page.getByText(text('provenance_unknown'), { exact: true })).toBeVisible()
      await expectAccessible(page)
    })
  })
