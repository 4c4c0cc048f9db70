import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { environments } from '#e2e/environments.ts'
import { act, enterAsOperator } from '#e2e/operator.ts'
import { expect, expectAccessible, forgetSession, sizes, type Text, test } from '#e2e/product.ts'
import { jobs } from '#e2e/work.ts'

// The figures are those of every account of the product.
test.use({ environment: { ...environments.unrefunded } })
test.describe.configure({ mode: 'default' })

/** The lines of the file that a link leads to. */
async function download(page: Page, name: string): Promise<string[]> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name, exact: true }).click(),
  ])
  return (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
}

/** Opens the overview with the figures of now. */
async function openFigures(page: Page, text: Text, url: string, path: string): Promise<void> {
  await enterAsOperator(page, { url, path })
  await page.getByRole('button', { name: text('admin_fig_count') }).click()
  await expect(page.getByText(text('admin_fig_utc'))).toBeVisible()
}

test.describe('en, on a desk', () => {
  test.use({ viewport: sizes.wide })

  test('the operator reads the credits of today as a chart by keyboard, as a table and as a file', async ({
    page,
    installation,
    account,
    text,
  }) => {
    // The demo's own account was granted 10,000.
    await account({ credits: 1_234 })
    await openFigures(page, text, installation.url, '/admin')
    const credits = page.getByRole('region', { name: text('admin_fig_credits'), exact: true })
    const chart = credits.getByRole('application')
    await chart.focus()
    for (let n = 0; n < 30; n++) await page.keyboard.press('ArrowRight')
    await expect(credits.getByRole('status')).toContainText('11,234')
    await expectAccessible(page)

    await credits.getByText(text('admin_fig_table')).click()
    await expect(credits.getByRole('row', { name: /11,234/ })).toHaveCount(1)
    const lines = await download(
      page,
      text('admin_csv_of').replace('{name}', text('admin_fig_credits')),
    )
    expect(lines).toHaveLength(31)
    expect(lines.at(-1)).toMatch(/^\d{4}-\d\d-\d\d,\d{4}-\d\d-\d\d,0,0,0,11234$/)

    await page.getByRole('radiogroup').getByText(text('admin_fig_month')).click()
    await expect(page).toHaveURL(/unit=month/)
    await expect(credits.getByRole('row')).toHaveCount(13)
  })
})

test.describe('en, on a desk, when a model fails', () => {
  test.use({ viewport: sizes.wide })

  test('the operator follows its figures to its failures, retries all, refunds them and gets the file', async ({
    page,
    installation,
    enter,
    text,
  }) => {
    await enter('/creator/history/video', { credits: 2_000 })
    const ids = [await jobs.video(page), await jobs.video(page)]
    for (const id of ids) {
      const status = () =>
        page.evaluate((at) => fetch(at).then((answer) => answer.json()), `/api/generations/${id}`)
      await expect.poll(async () => (await status()).status).toBe('failed')
    }
    await forgetSession(page)

    await openFigures(page, text, installation.url, '/admin')
    const models = page.getByRole('table', { name: text('admin_fig_models') })
    await models.getByRole('link', { name: '2' }).click()
    await expect(page).toHaveURL(/status=failed/)
    await page.getByRole('button', { name: text('admin_list_select_all') }).click()
    await expectAccessible(page)
    const retry = text('admin_list_retry').replace('{count}', '2')
    await act(page, text, { title: retry, reason: 'the provider is back' })
    const outcome = (done: number, refused: number) =>
      text('admin_list_outcome').replace('{done}', `${done}`).replace('{refused}', `${refused}`)
    await expect(page.getByText(outcome(2, 0))).toBeVisible()

    for (const id of ids)
      await page
        .getByRole('checkbox', { name: text('admin_list_select_one').replace('{id}', id) })
        .check()
    const refund = text('admin_list_refund').replace('{count}', '2')
    await act(page, text, { title: refund, reason: 'goodwill' })
    await expect(page.getByText(outcome(2, 0))).toBeVisible()

    const lines = await download(page, text('admin_list_csv'))
    for (const id of ids) expect(lines.filter((line) => line.startsWith(`${id},`))).toHaveLength(1)
  })
})

test.describe('zh, on a phone', () => {
  test.use({ language: 'zh', viewport: sizes.phone, colorScheme: 'dark' })

  test('the figures fit and are accessible', async ({ page, installation, account, text }) => {
    await account({ credits: 10 })
    await openFigures(page, text, installation.url, '/zh/admin')
    await expect(page.getByRole('application').first()).toBeVisible()
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(sizes.phone.width)
  })
})
