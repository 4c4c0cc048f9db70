import type { Page } from '@playwright/test'
import { expect, expectAccessible, sizes, type Text, test } from '#e2e/product.ts'
import { jobs, show } from '#e2e/work.ts'
import { languages } from '#platform/languages/languages.ts'

test.slow()

const prompt = 'A planet in deep space'

/** The one image of an account, finished. */
async function makeImage(page: Page): Promise<string> {
  const id = await jobs.images(page, { prompt, num_images: 1 })
  await expect
    .poll(
      () =>
        page.evaluate(
          async (path) => ((await (await fetch(path)).json()) as { status: string }).status,
          `/api/generations/${id}`,
        ),
      { timeout: 120_000 },
    )
    .toBe('completed')
  return id
}

type Made = { id: string; status: string; parent_id: string; images: { width: number }[] }

/** The newest edited image of the account, once it has ended. */
async function newestEdit(page: Page, model: string): Promise<Made> {
  const read = () =>
    page.evaluate(async () => {
      const answer = await fetch('/api/image-editor/history?page=1&pageSize=1')
      return ((await answer.json()) as { data: { generation: Made & { model: string } }[] }).data
    })
  await expect
    .poll(async () => (await read())[0]?.generation, { timeout: 120_000 })
    .toMatchObject({ model, status: 'completed' })
  const [first] = await read()
  if (!first) throw new Error('There is no edited image')
  return first.generation
}

const tool = (page: Page, text: Text, name: string) =>
  page
    .getByRole('dialog', { name: text('tools_label'), exact: true })
    .getByRole('button', { name: new RegExp(`^${text(name)}`) })

/** Every size in English, and every other language on a phone, where its words have least room. */
const looks = [
  ...Object.keys(sizes).map((size) => ({
    size: size as keyof typeof sizes,
    language: 'en' as const,
  })),
  ...languages.flatMap((language) =>
    language === 'en' ? [] : [{ size: 'phone' as const, language }],
  ),
]

for (const { size, language } of looks) {
  test.describe(`${size}, ${language}`, () => {
    test.use({ viewport: sizes[size], hasTouch: size === 'phone', language })

    test('an image on the stage is upscaled with one press, at the price that is shown', async ({
      page,
      enter,
      text,
    }) => {
      await enter('/creator/image/text-to-image', { credits: 100 })
      const id = await makeImage(page)
      await show(page, text('stage_strip'), prompt)
      const stage = page.getByRole('region', { name: text('stage_label') })
      const more = stage.getByRole('button', { name: text('stage_more'), exact: true })
      const tools = stage.getByRole('button', { name: text('tools_label'), exact: true })
      if (!(await tools.isVisible())) await more.click()
      await tools.click()
      await expect(tool(page, text, 'tools_upscale')).toContainText('10')
      await expectAccessible(page)
      await tool(page, text, 'tools_upscale').click()
      const larger = await newestEdit(page, 'esrgan')
      expect(larger).toMatchObject({ parent_id: id, images: [{ width: 1024 }] })
      // The stage shows it beside what it was made from.
      await expect(stage.getByRole('slider', { name: text('compare_slider') })).toBeVisible()
    })
  })
}

for (const language of languages) {
  test.describe(language, () => {
    test.use({ language })

    test('the background is removed in the viewer of the history, with the keyboard alone', async ({
      page,
      enter,
      open,
      text,
    }) => {
      await enter('/creator/history/image', { credits: 100 })
      const id = await makeImage(page)
      await open(`/creator/history/image?record=${id}`)
      const viewer = page.getByRole('dialog', { name: text('history_viewer') })
      await viewer.getByRole('button', { name: text('tools_label'), exact: true }).focus()
      await page.keyboard.press('Enter')
      await expect(tool(page, text, 'tools_upscale')).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await expect(tool(page, text, 'tools_remove_background')).toBeFocused()
      await page.keyboard.press('Enter')
      const cut = await newestEdit(page, 'birefnet-v2')
      expect(cut.parent_id).toBe(id)
      const started = page
        .getByRole('listitem')
        .filter({ hasText: text('viewer_started_text', { credits: 10 }) })
      await started.getByRole('button', { name: text('viewer_started_show') }).click()
      await expect(page).toHaveURL(new RegExp(`/creator/history/image-editing\\?record=${cut.id}`))
    })
  })
}

test('a row of a history has the tools, and without credits nothing starts', async ({
  page,
  enter,
  open,
  text,
}) => {
  await enter('/creator/history/image', { credits: 12 })
  await makeImage(page)
  await open('/creator/history/image?view=list')
  await page
    .getByRole('main')
    .getByRole('button', { name: text('tools_label'), exact: true })
    .click()
  await tool(page, text, 'tools_upscale').click()
  await expect(page.getByRole('dialog', { name: text('upgrade_credits_title') })).toBeVisible()
  const { data } = await page.evaluate(async () =>
    (await fetch('/api/image-editor/history?page=1&pageSize=1')).json(),
  )
  expect(data).toEqual([])
})

test('a tile of a history has the tools', async ({ page, enter, open, text }) => {
  await enter('/creator/history/image', { credits: 100 })
  const id = await makeImage(page)
  await open('/creator/history/image')
  const tile = page.locator(`[data-viewer-opener="${id}"]`)
  await tile.hover()
  await page.getByRole('button', { name: text('tools_label_image', { at: 1 }) }).click()
  await tool(page, text, 'tools_upscale').click()
  expect((await newestEdit(page, 'esrgan')).parent_id).toBe(id)
})
