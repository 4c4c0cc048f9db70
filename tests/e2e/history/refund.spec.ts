import type { Page } from '@playwright/test'
import { environments } from '../environments.ts'
import { expect, expectAccessible, sizes, type Text, test } from '../product.ts'
import { jobs } from '../work.ts'

const endpoint = '**/api/wan/refundCredits'

test.use({ environment: environments.unrefunded })

/** Asks for the credits of a record back, in the dialog that its row opens. */
function refundOf(page: Page, text: Text, words: string) {
  const row = page.getByRole('gridcell', { name: words })
  const dialog = page.getByRole('dialog', { name: text('refund_title') })
  return {
    row,
    dialog,
    open: () => row.getByRole('button', { name: text('refund_request') }).click(),
    confirm: () =>
      dialog
        .getByRole('button', { name: text('refund_confirm', { count: 50, credits: 50 }) })
        .click(),
  }
}

test.describe('zh, on a phone', () => {
  test.use({ language: 'zh', viewport: sizes.phone })

  test('failed work that kept its credits gives them back once, and says what became of it', async ({
    page,
    enter,
    text,
  }) => {
    await enter('/creator/history/audio', { credits: 500 })
    await jobs.audio(page, 'wind')
    await jobs.audio(page, 'rain')
    const wind = refundOf(page, text, 'wind')
    await expect(
      wind.row.getByText(text('refund_charged', { count: 50, credits: 50 })),
    ).toBeVisible()
    await wind.open()
    await expectAccessible(page)
    await wind.dialog.getByRole('textbox').fill('Nothing came of it\nat all')
    await wind.confirm()
    const done = page.getByText(text('refund_done', { count: 50, credits: 50 }))
    await expect(done).toBeVisible()
    await expect(wind.row).toContainText(text('history_not_charged'))
    await expect(wind.row).toContainText('Nothing came of it at all')
    await expect(wind.row.getByRole('button', { name: text('refund_request') })).toHaveCount(0)
    await expect(page.getByText(text('app_balance', { credits: 450 })).first()).toBeVisible()
    await expectAccessible(page)
    await expect(done).toHaveCount(0)

    const rain = refundOf(page, text, 'rain')
    await page.route(endpoint, (route) => route.abort(), { times: 1 })
    await rain.open()
    await rain.confirm()
    await expect(page.getByText(text('refund_unknown'))).toBeVisible()

    const refusal = { success: false, error: text('refund_unknown_text'), code: 'not_found' }
    await page.route(endpoint, (route) => route.fulfill({ status: 404, json: refusal }), {
      times: 1,
    })
    await rain.open()
    await rain.confirm()
    await expect(page.getByText(text('refund_failed'))).toBeVisible()

    await page.route(endpoint, async (route) => route.fetch().then(() => route.continue()), {
      times: 1,
    })
    await rain.open()
    await rain.confirm()
    await expect(page.getByText(text('refund_duplicate'))).toBeVisible()
    await expect(rain.row).toContainText(text('history_not_charged'))
    await expect(page.getByText(text('app_balance', { credits: 500 })).first()).toBeVisible()
  })
})

test.describe('en, on a desk', () => {
  test.use({ viewport: sizes.wide })

  test('failed work on the stage offers its refund, and says what became of it', {
    tag: '@smoke',
  }, async ({ page, enter, text }) => {
    await enter('/creator/image/text-to-image', { credits: 500 })
    await page.getByLabel(text('field_prompt'), { exact: true }).fill('A heron at dawn')
    await page.getByRole('radio', { name: /512/ }).check({ force: true })
    await page
      .getByRole('button', { name: text('create_submit', { count: 1, credits: 30 }) })
      .click()
    const stage = page.getByRole('region', { name: text('stage_label') })
    const refund = stage.getByRole('button', { name: text('refund_request') })
    await expect(
      stage.getByRole('heading', { name: text('stage_failed_charged', { count: 30, amount: 30 }) }),
    ).toBeVisible()
    await expectAccessible(page)

    await page.route(endpoint, (route) => route.abort(), { times: 1 })
    await refund.click()
    await expect(page.getByText(text('refund_unknown'))).toBeVisible()
    await refund.click()
    await expect(stage.getByText(text('refund_done', { count: 30, credits: 30 }))).toBeVisible()
    await expect(refund).toHaveCount(0)
    await expect(page.getByText(text('app_balance', { credits: 500 })).first()).toBeVisible()
  })

  test('a refund that was given elsewhere meanwhile is not asked for again', async ({
    page,
    enter,
    text,
  }) => {
    await enter('/creator/history/audio', { credits: 500 })
    await jobs.audio(page, 'wind')
    const wind = refundOf(page, text, 'wind')
    await wind.open()
    const id = await wind.row.evaluate((row) =>
      row.closest('[data-record]')?.getAttribute('data-record'),
    )
    await page.evaluate(
      (body) =>
        fetch('/api/wan/refundCredits', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        }),
      JSON.stringify({ request_id: id, manual_refund: true }),
    )
    await expect(wind.row).toContainText(text('history_not_charged'))
    await wind.confirm()
    await expect(page.getByText(text('refund_already'))).toBeVisible()
  })
})
