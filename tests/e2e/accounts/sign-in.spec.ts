import type { Browser, BrowserContext, Page } from '@playwright/test'
import { mediaPath } from '#testing/sample-media.ts'
import { expect, expectAccessible, sizes, type Text, test } from '../product.ts'

const photo = mediaPath('photo.jpg')
const prompt = 'A lighthouse at night, long exposure'

/** Counts the pieces of work that a page asks for. */
function countStarts(page: Page): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/create$/.test(new URL(request.url()).pathname)) count++
  })
  return () => count
}

/** The same person in another browser. */
async function elsewhere(browser: Browser, url: string, email: string): Promise<BrowserContext> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${url}/api/auth/sign-in`)
  await page.getByRole('textbox').fill(email)
  await page.keyboard.press('Enter')
  await page.waitForURL((address) => address.pathname === '/')
  return context
}

async function leaveForSignIn(page: Page, text: Text) {
  const dialog = page.getByRole('dialog', { name: text('sign_in_title') })
  await expect(dialog.getByText(text('sign_in_goes_on'))).toBeVisible()
  await dialog.getByRole('button', { name: text('sign_in_with_google') }).click()
  await expect(page.getByRole('textbox')).toBeVisible()
}

const field = (page: Page, text: Text) => page.getByLabel(text('field_prompt'), { exact: true })

test.describe('en, wide', () => {
  test.use({ language: 'en', viewport: sizes.wide })
  test.slow()

  test('the interrupted action continues once after signing in', { tag: '@smoke' }, async ({
    page,
    text,
    open,
    account,
    signIn,
  }) => {
    const starts = countStarts(page)
    const email = await account({ credits: 100 })
    await open('/creator/image/text-to-image')
    await field(page, text).fill(prompt)
    await page.getByRole('radio', { name: /512/ }).check({ force: true })
    await page
      .getByRole('button', { name: text('create_submit', { count: 1, credits: 30 }) })
      .click()
    await leaveForSignIn(page, text)
    await signIn(email)

    const stage = page.getByRole('region', { name: text('stage_label') })
    await expect(stage.getByRole('img', { name: prompt }).first()).toBeVisible()
    await expect(page.getByText(text('app_balance', { credits: 70 })).first()).toBeVisible()
    expect(new URL(page.url()).search).toBe('')
    expect(starts()).toBe(1)

    await page.reload()
    await expect(stage.getByRole('img', { name: prompt }).first()).toBeVisible()
    await page.goBack()
    // Without its cookie the event stream would end the session on the page.
    const listening = page.waitForResponse(
      (response) => new URL(response.url()).pathname === '/api/events',
    )
    await page.goForward()
    await listening
    await expect(page.getByText(text('app_balance', { credits: 70 })).first()).toBeVisible()
    expect(starts()).toBe(1)

    // The session has run out, and the page does not know yet.
    const another = stage.getByRole('button', { name: text('stage_another', { credits: 30 }) })
    await expect(another).toBeVisible()
    await page.context().clearCookies({ name: /^(__Host-)?atelier_session$/ })
    await another.click()
    await leaveForSignIn(page, text)
    await signIn(email)
    await expect(page.getByText(text('app_balance', { credits: 40 })).first()).toBeVisible()
    // Once refused, once started.
    expect(starts()).toBe(3)
  })

  test('a session that is ended elsewhere ends here at once; what was typed stays', async ({
    page,
    text,
    enter,
    signIn,
    installation,
    browser,
  }) => {
    const listening = page.waitForResponse(
      (response) => new URL(response.url()).pathname === '/api/events',
    )
    const email = await enter('/creator/image/text-to-image')
    await listening
    await field(page, text).fill(prompt)
    const other = await elsewhere(browser, installation.url, email)
    const headers = { origin: installation.url }
    const answer = await other.request.post(`${installation.url}/api/auth/sign-out-everywhere`, {
      headers,
    })
    expect(answer.status()).toBe(204)

    await expect(page.getByText(text('sign_in_ended_next'))).toBeVisible()
    await expect(field(page, text)).toHaveValue(prompt)
    await expect(page.getByText(text('create_sign_in_first'))).toBeVisible()
    await expectAccessible(page)
    const signInAgain = page.getByRole('button', { name: text('app_sign_in') })
    await signInAgain.last().click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('sign_in_with_google') })
      .click()
    await signIn(email)
    await expect(field(page, text)).toHaveValue(prompt)
    await expect(page.getByText(text('app_balance', { credits: 500 })).first()).toBeVisible()
    await other.close()
  })
})

test.describe('zh, phone', () => {
  test.use({ language: 'zh', viewport: sizes.phone, hasTouch: true })
  test.slow()

  test('files come along; who lacks credits is asked to upgrade; who goes back starts nothing', async ({
    page,
    text,
    open,
    account,
    signIn,
  }) => {
    const starts = countStarts(page)
    const email = await account({ credits: 3 })
    await open('/creator/ai-image-editor/nano-banana-edit')
    await page.locator('input[type=file]').first().setInputFiles(photo)
    await page
      .getByRole('dialog', { name: text('sign_in_title') })
      .getByRole('button', { name: text('app_close') })
      .click()
    await field(page, text).fill(prompt)
    const make = page.getByRole('button', { name: text('create_submit_edit', { credits: 10 }) })
    await make.click()
    await leaveForSignIn(page, text)
    await page.locator('button[name=cancel]').click()
    await expect(page.getByText(text('sign_in_declined_next'))).toBeVisible()
    await expect(field(page, text)).toHaveValue(prompt)
    await expectAccessible(page)

    await make.click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('sign_in_with_google') })
      .click()
    await signIn(email)
    const upgrade = page.getByRole('dialog', { name: text('upgrade_credits_title') })
    await expect(upgrade).toBeVisible()
    await expect(
      page.getByText(text('inputs_file_uploaded', { file: 'photo.jpg' })).first(),
    ).toBeAttached()
    expect(starts()).toBe(0)
    await page.reload()
    await expect(field(page, text)).toHaveValue(prompt)
    await expect(upgrade).toBeHidden()
  })

  test('an account that is deleted leaves every page, and who comes back is new', async ({
    page,
    text,
    enter,
    open,
    signIn,
    installation,
    browser,
  }) => {
    const email = await enter('/creator/image/text-to-image')
    await field(page, text).fill(prompt)
    await page.getByRole('radio', { name: /512/ }).check({ force: true })
    await page
      .getByRole('button', { name: text('create_submit', { count: 1, credits: 30 }) })
      .click()
    const image = page
      .getByRole('region', { name: text('stage_label') })
      .getByRole('img', { name: prompt })
      .first()
    await expect(image).toBeVisible()
    const address = (await image.getAttribute('src')) ?? ''

    const other = await elsewhere(browser, installation.url, email)
    const headers = { origin: installation.url }
    const answer = await other.request.delete(`${installation.url}/api/account`, {
      headers,
      data: { email },
    })
    expect(answer.status()).toBe(204)
    await expect(page.getByText(text('sign_in_ended_next'))).toBeVisible()
    await expect(image).toBeHidden()
    expect((await page.request.get(new URL(address, installation.url).href)).status()).toBe(404)
    const verified = await installation.product.atelier('ledger', 'verify')
    expect(verified.code, verified.output + verified.said).toBe(0)

    await open('/creator/history/image')
    await page
      .getByRole('main')
      .getByRole('button', { name: text('history_sign_in') })
      .click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('sign_in_with_google') })
      .click()
    await signIn(email)
    await expect(page.getByText(text('app_balance', { credits: 0 })).first()).toBeVisible()
    await expect(page.getByRole('img', { name: prompt })).toHaveCount(0)
    await other.close()
  })
})
