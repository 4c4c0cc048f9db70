import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { expect, expectAccessible, forgetSession, sizes, test } from '../product.ts'
import { jobs } from '../work.ts'

/** What one image of the form costs, in credits. */
const price = 30
const form = '/creator/image/text-to-image?prompt=a+fox&image_size=square'
const credits = (count: number) => ({ count, credits: count })

/** Presses the link that saves the statement, and reads what came as a spreadsheet would. */
async function saved(page: Page, link: string): Promise<string[][]> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: link }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^Atelier .+\.csv$/)
  return parse(await readFile(await download.path()), { bom: true })
}

test.describe('en, on a desk', () => {
  test.use({ viewport: sizes.wide })

  test('what was made is on its receipt, in the statement and in the file, to the credit', {
    tag: '@smoke',
  }, async ({ page, enter, open, text }) => {
    await enter(form, { credits: 100 })
    await page
      .getByRole('button', { name: text('create_submit', { count: 1, credits: price }) })
      .click()
    const stage = page.getByRole('region', { name: text('stage_label') })
    await expect(stage.getByRole('button', { name: text('stage_download') })).toBeVisible()
    await stage.getByRole('button', { name: text('receipt_title') }).click()
    const receipt = page.getByRole('dialog', { name: text('receipt_title') })
    await expect(receipt).toContainText(
      `${text('receipt_quoted')}${text('receipt_credits', credits(price))}`,
    )
    await expect(receipt).toContainText(
      `${text('receipt_paid')}${text('receipt_credits', credits(price))}`,
    )
    await expectAccessible(page)

    await receipt.getByRole('link', { name: text('receipt_in_ledger') }).click()
    await expect(page.getByRole('heading', { level: 1, name: text('credits_title') })).toBeVisible()
    const rows = page.getByRole('table').getByRole('row')
    await expect(rows).toHaveCount(3)
    await expect(rows.nth(1)).toContainText('FLUX.1 dev')
    await expect(rows.nth(1).getByRole('cell', { name: '−30', exact: true })).toBeVisible()
    await expect(rows.nth(1).getByRole('cell', { name: '70', exact: true })).toBeVisible()
    await expectAccessible(page)

    const [headings = [], ...lines] = await saved(page, text('ledger_download'))
    expect(lines.map((line) => line[headings.indexOf('Credits')])).toEqual(['-30', '100'])
    expect(lines.map((line) => line[headings.indexOf('Balance')])).toEqual(['70', '100'])

    await rows.nth(1).getByRole('link', { name: 'FLUX.1 dev' }).click()
    await expect(page).toHaveURL(/\/creator\/history\/image\?record=/)
    const viewer = page.getByRole('dialog', { name: text('history_viewer') })
    await expect(viewer.getByRole('heading', { name: text('receipt_title') })).toBeVisible()
    await expect(viewer.getByText(text('receipt_credits', credits(price))).first()).toBeVisible()
    await open('/account/credits?dateEnd=2020-01-01')
    await expect(page.getByText(text('ledger_none'))).toBeVisible()
  })

  test('limits are said in the form before anything is spent, and kept', async ({
    page,
    enter,
    text,
  }) => {
    const set = (body: object) =>
      page.evaluate(async (text) => {
        const headers = { 'content-type': 'application/json' }
        return (await fetch('/api/account', { method: 'PATCH', headers, body: text })).status
      }, JSON.stringify(body))
    await enter(form, { credits: 80 })
    const enough = page.getByText(text('limits_enough_for', { count: 2, shown: 2 }))
    await expect(enough).toBeVisible()
    await expectAccessible(page)

    expect(await set({ job_ceiling: 20 })).toBe(200)
    await page.reload()
    await expect(page.getByText(text('limits_ceiling', { max: 20 }))).toBeVisible()
    const make = page.getByRole('button', {
      name: text('create_submit', { count: 1, credits: price }),
    })
    await make.click()
    await expect(page.getByText(text('create_not_charged'))).toBeVisible()

    expect(await set({ job_ceiling: null, daily_cap: 40 })).toBe(200)
    await page.reload()
    await make.click()
    const left = text('limits_left_today', { count: 10, shown: 10, time: '' })
      .split(' ')
      .slice(0, 4)
      .join(' ')
    await expect(page.getByText(left)).toBeVisible()
    await expect(page.getByText(text('app_balance', { credits: 50 })).first()).toBeVisible()
    await expectAccessible(page)
  })
})

test.describe('zh, on a phone', () => {
  test.use({ language: 'zh', viewport: sizes.phone, hasTouch: true })

  test('the statement follows what happens, and its address says what is shown', async ({
    page,
    enter,
    text,
  }) => {
    await enter('/account/credits', { credits: 100 })
    const rows = page.getByRole('table').getByRole('row')
    await expect(rows).toHaveCount(2)
    await jobs.images(page)
    await expect(rows).toHaveCount(3)
    await expect(
      page.getByRole('main').getByText(text('receipt_credits', credits(84)), { exact: true }),
    ).toBeVisible()
    await expect(rows.nth(1)).toContainText('−16')
    await expectAccessible(page)

    await page.getByLabel(text('ledger_reason')).selectOption('grant')
    await expect(rows).toHaveCount(2)
    await expect(page).toHaveURL(/reason=grant/)
    const [headings = [], ...lines] = await saved(page, text('ledger_download'))
    expect(lines.map((line) => line[headings.indexOf('积分')])).toEqual(['100'])
    await page.goBack()
    await expect(rows).toHaveCount(3)
    await page.getByLabel(text('ledger_to')).fill('2020-01-01')
    await expect(page.getByText(text('ledger_none'))).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: text('ledger_none_action') }).click()
    await expect(rows).toHaveCount(3)
  })

  test('an empty statement and one that cannot be read say so, with a way on', async ({
    page,
    enter,
    open,
    text,
  }) => {
    await enter('/account/credits', { credits: 0, paid: false })
    await expect(page.getByText(text('ledger_empty'))).toBeVisible()
    await expectAccessible(page)

    const endpoint = '**/api/account/ledger?*'
    await page.route(endpoint, (route) =>
      route.fulfill({ status: 400, json: { error: '', code: 'invalid_query' } }),
    )
    await page.reload()
    await expect(page.getByText(text('ledger_failed'), { exact: true })).toBeVisible()
    await expectAccessible(page)
    await page.unroute(endpoint)
    await page.getByRole('button', { name: text('ledger_retry') }).click()
    await expect(page.getByText(text('ledger_empty'))).toBeVisible()

    await forgetSession(page)
    await open('/account/credits')
    await expect(page.getByText(text('ledger_signed_out'), { exact: true })).toBeVisible()
    await expectAccessible(page)
  })
})
