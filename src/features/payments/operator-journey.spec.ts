import { sql } from 'kysely'
import { environments } from '#e2e/environments.ts'
import { enterAsOperator } from '#e2e/operator.ts'
import { databaseOf, expect, expectAccessible, sizes, test } from '#e2e/product.ts'
import { jobs } from '#e2e/work.ts'
import type { Product } from '#testing/product.ts'

/** A period of the operator's figures. */
type Month = {
  start: string
  end: string
  credits: { entries: unknown; sold: number; spent: number }
  money: unknown[]
}

// The figures are those of every account of the product.
test.use({ environment: { ...environments.usual }, viewport: sizes.wide })

type Span = { start: string; end: string }

/**
 * What the ledger's own entries say of a span, and what the checkout simulator signed: no code of
 * the figures takes part.
 */
async function readBooks(product: Product, { start, end }: Span) {
  const database = await databaseOf(product)
  const entries = await sql<{ reason: string; credits: number }>`
    select reason::text, sum(credits)::integer as credits from credit_entry
    where created_at >= ${start}::date at time zone 'UTC' and created_at < ${end}::date at time zone 'UTC'
    group by reason`.execute(database)
  const events = await sql<{ message: Message }>`
    select message from payment_event where message is not null`.execute(database)
  await database.destroy()
  const messages = events.rows.map(({ message }) => message)
  const paid = messages.filter(({ about, progress }) => about === 'checkout' && progress === 'paid')
  const refunds = messages.filter(({ about }) => about === 'refund')
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  return {
    credits: Object.fromEntries(entries.rows.map(({ reason, credits }) => [reason, credits])),
    paid: sum(paid.map(({ bought }) => bought?.amount ?? 0)),
    // Each says how much of its payment was refunded until then.
    refunded: Math.max(0, ...refunds.map(({ amount }) => amount ?? 0)),
  }
}

type Message = {
  about: string
  progress?: string
  amount?: number
  bought?: { amount: number }
}

test('an operator lets people join, prices, announces, takes down and refunds; the month agrees with the ledger and the checkout', async ({
  page,
  browser,
  installation: { url, product },
  text,
}) => {
  const atelier = async (...words: string[]) => {
    const { code, output, said } = await product.atelier(...words, '--reason', 'a journey')
    expect({ code, said }).toEqual({ code: 0, said: '' })
    return output
  }
  await test.step('let a colleague join', async () => {
    await atelier('settings', 'set', 'signup_credits', '70')
    await page.goto(`${url}/join`)
    await page.getByRole('button', { name: text('sign_in_with_google') }).click()
    await page.getByRole('textbox').fill('colleague@example.com')
    await page.keyboard.press('Enter')
    await expect(page.getByText(text('app_balance', { credits: '70' }))).toBeVisible()
  })

  const operator = await (await browser.newContext({ viewport: sizes.wide })).newPage()
  await enterAsOperator(operator, { url, path: '/admin/settings' })
  const change = async (name: string, label: string, value: string) => {
    const title = text('admin_setting_change_name', { name })
    await operator.getByRole('button', { name: title, exact: true }).click()
    const dialog = operator.getByRole('dialog', { name: title })
    await dialog.getByLabel(label, { exact: true }).fill(value)
    await dialog.getByRole('textbox', { name: text('admin_reason') }).fill('a journey')
    await dialog.getByRole('button', { name: text('admin_setting_change'), exact: true }).click()
    await expect(dialog).toBeHidden()
  }
  await test.step('set a price, a banner and the terms', async () => {
    const prices = text('admin_setting_model_prices')
    await change(prices, prices, '{"flux-schnell": 12}')
    const banner = text('admin_setting_banner')
    await change(banner, `${banner} (English)`, 'Open evening on Friday')
    await expect(page.getByText('Open evening on Friday')).toBeVisible()
    const terms = text('admin_setting_terms_url')
    await change(terms, terms, 'https://studio.example.com/terms')
    const dialog = page.getByRole('dialog', { name: text('terms_title', { studio: 'Atelier' }) })
    await expect(dialog).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: text('terms_accept'), exact: true }).click()
    await expect(dialog).toBeHidden()
  })

  const paymentId = await test.step('buy 1,000 credits', async () => {
    const begun = await page.evaluate(async () => {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ pack: 'start' })
      const answer = await fetch('/api/payments/checkout', { method: 'POST', headers, body })
      return (await answer.json()) as { payment_id: string; checkout_url: string }
    })
    await page.goto(begun.checkout_url)
    await page.locator('button[value=pay]').click()
    await expect(page.getByText(text('app_balance', { credits: '1,070' })).first()).toBeVisible()
    return begun.payment_id
  })

  const id = await test.step('create for the new price', async () => {
    await page.goto(`${url}/creator/history/image`)
    const created = await jobs.images(page, { num_images: 1 })
    const opener = page.getByRole('main').locator(`[data-viewer-opener="${created}"]`)
    await expect(opener).toBeVisible()
    await expect(page.getByText(text('app_balance', { credits: '1,058' })).first()).toBeVisible()
    return created
  })

  await test.step('take down', async () => {
    const read = async () =>
      page.evaluate(
        async (record) => (await fetch(`/api/generations/${record}`)).json(),
        id,
      ) as Promise<{ status: string; image_url: string }>
    await expect.poll(async () => (await read()).status).toBe('completed')
    const { image_url: address } = await read()
    const removed = await operator.evaluate(async (record) => {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ note: 'It shows a real person', reason: 'a report' })
      const path = `/api/admin/moderation/${record}/takedown`
      return (await fetch(path, { method: 'POST', headers, body })).status
    }, id)
    expect(removed).toBe(200)
    const note = text('history_removed_text', { note: 'It shows a real person' })
    await expect(page.getByText(note)).toBeVisible()
    expect((await page.request.get(address)).status()).toBe(404)
  })

  await test.step('refund a part of the money', async () => {
    const answer = await operator.evaluate(async (payment) => {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ amount: 437, reason: 'goodwill' })
      const path = `/api/admin/payments/${payment}/refund`
      return (await fetch(path, { method: 'POST', headers, body })).status
    }, paymentId)
    expect(answer).toBe(200)
    await expect(page.getByText(text('app_balance', { credits: '621' })).first()).toBeVisible()
  })

  await test.step('compare the month', async () => {
    const figures = await operator.evaluate(async () => {
      await fetch('/api/admin/figures/count', { method: 'POST' })
      return (await fetch('/api/admin/figures?unit=month')).json()
    })
    const month = (figures as { periods: Month[] }).periods.at(-1)
    if (!month) throw new Error('There is no month')
    const books = await readBooks(product, month)
    expect(books).toMatchObject({
      credits: { purchase: 1_000, charge: -12, reversal: -437 },
      paid: 1_000,
      refunded: 437,
    })
    expect(month.credits.entries).toEqual(books.credits)
    expect(month.credits).toMatchObject({ sold: books.credits.purchase, spent: 12 })
    expect(month.money).toMatchObject([
      { currency: 'usd', payments: 1, paid: books.paid, refunded: books.refunded },
    ])
    const verified = await product.atelier('ledger', 'verify')
    expect(verified.code).toBe(0)
  })
})
