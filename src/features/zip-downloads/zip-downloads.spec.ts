import type { Locator, Page } from '@playwright/test'
import { expect, sizes, type Text, test } from '#e2e/product.ts'
import { jobs } from '#e2e/work.ts'

test.slow()

/** A record of the list by its words, once it is done. */
async function finished(page: Page, text: Text, words: string): Promise<Locator> {
  const record = page.getByRole('gridcell', { name: words })
  await expect(record.getByText(text('history_status_completed'))).toBeVisible()
  return record
}

/** What a press saves, by its file's name. */
async function savedBy(page: Page, button: Locator): Promise<string> {
  const saved = page.waitForEvent('download')
  await button.click()
  return (await saved).suggestedFilename()
}

test.describe('on a desk', () => {
  test.use({ viewport: sizes.wide })

  test('the files of a record are one zip, from its row, its tile and its viewer', async ({
    page,
    enter,
    open,
    text,
  }) => {
    await enter('/creator/history/image?view=list', { credits: 500 })
    await jobs.images(page)
    const row = await finished(page, text, 'A fox in the snow')
    const all = { name: text('records_download_all') }
    expect(await savedBy(page, row.getByRole('button', all))).toMatch(/\.zip$/)

    await open('/creator/history/image?view=grid')
    const tile = page.getByRole('gridcell', { name: 'A fox in the snow' })
    await tile.hover()
    expect(await savedBy(page, tile.getByRole('button', all))).toMatch(/\.zip$/)

    await tile.click()
    const viewer = page.getByRole('dialog', { name: text('history_viewer') })
    const menu = viewer.getByRole('button', { name: text('history_download') })
    const choice = page
      .getByRole('dialog', { name: text('viewer_download_as') })
      .getByRole('button', { name: text('viewer_download_all', { count: 2 }), exact: true })
    await menu.click()
    expect(await savedBy(page, choice)).toMatch(/\.zip$/)
    await page.route(/\/download$/, (route) => route.abort())
    await menu.click()
    await choice.click()
    await expect(page.getByText(text('work_not_prepared'))).toBeVisible()
    await expect(page.getByText(text('work_preparing'))).toBeHidden()
  })

  test('selected records are one zip', async ({ page, enter, text }) => {
    await enter('/creator/history/image?view=list', { credits: 500 })
    await jobs.images(page)
    await jobs.images(page, { prompt: 'A lighthouse by the sea' })
    await finished(page, text, 'A lighthouse by the sea')
    const row = await finished(page, text, 'A fox in the snow')
    await row.focus()
    await page.keyboard.press('Control+a')
    const bar = page.getByRole('region', { name: text('history_selection') })
    const button = bar.getByRole('button', { name: text('history_download_zip') })
    expect(await savedBy(page, button)).toMatch(/^atelier-images-[\d-]{10}\.zip$/)
  })

  test.describe('zh', () => {
    test.use({ language: 'zh' })

    test('edits that cannot be saved are said in their own words', async ({
      page,
      enter,
      text,
    }) => {
      await enter('/creator/history/image-editing?view=list', { credits: 500 })
      await jobs.edit(page)
      const row = await finished(page, text, 'Turn it to copper')
      const all = row.getByRole('button', { name: text('records_download_all') })
      expect(await savedBy(page, all)).toMatch(/\.zip$/)
      await page.route('**/api/image-editor/download', (route) => route.abort())
      await all.click()
      await expect(page.getByText('批量下载失败，请重试')).toBeVisible()
    })
  })
})
