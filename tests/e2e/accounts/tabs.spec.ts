import type { BrowserContext, Page } from '@playwright/test'
import { expect, expectAccessible, sizes, type Text, test, waitForHydration } from '../product.ts'

const prompt = 'A ferry in the fog'
const form = '/creator/image/text-to-image'

/** The answers that create calls of a page got. */
function recordCreates(page: Page): number[] {
  const statuses: number[] = []
  page.on('response', (response) => {
    if (/\/create$/.test(new URL(response.url()).pathname)) statuses.push(response.status())
  })
  return statuses
}

/** Signs in through the account chooser in a tab of its own, as a person does. */
async function signInAs(page: Page, url: string, email: string): Promise<void> {
  await page.goto(`${url}/api/auth/sign-in`)
  await page.getByRole('textbox').fill(email)
  await page.keyboard.press('Enter')
  await page.waitForURL((address) => address.pathname === '/')
}

async function openForm(page: Page, url: string, text: Text): Promise<void> {
  await page.goto(url + form)
  await waitForHydration(page)
  await page.getByLabel(text('field_prompt'), { exact: true }).fill(prompt)
  await page.getByRole('radio', { name: /512/ }).check({ force: true })
}

/**
 * From now on this page receives no messages of other tabs and no events of the server, as one that
 * was suspended.
 */
async function blockMessages(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    Object.assign(globalThis, {
      BroadcastChannel: class {
        postMessage() {}
        close() {}
      },
      EventSource: class extends EventTarget {
        readyState = 1
        close() {}
      },
    })
  })
}

const make = (page: Page, text: Text) =>
  page.getByRole('button', { name: text('create_submit', { count: 1, credits: 30 }) })
const balance = (page: Page, text: Text, credits: number) =>
  page.getByText(text('app_balance', { credits })).first()

test.describe('two accounts in two tabs', () => {
  test.use({ language: 'en', viewport: sizes.wide })
  test.slow()

  test('a tab that missed the other sign-in spends nothing of it until that is confirmed', {
    tag: '@smoke',
  }, async ({ page, context, text, account, installation }) => {
    const [first, second] = [await account({ credits: 300 }), await account({ credits: 200 })]
    await blockMessages(context)
    await signInAs(page, installation.url, first)
    await openForm(page, installation.url, text)
    await expect(balance(page, text, 300)).toBeVisible()

    const other = await context.newPage()
    await signInAs(other, installation.url, second)
    await expect(balance(page, text, 300)).toBeVisible()
    const creates = recordCreates(page)
    await make(page, text).click()
    const dialog = page.getByRole('dialog', {
      name: text('account_changed_title', { email: second }),
    })
    await expect(dialog.getByText(text('account_changed_text', { email: second }))).toBeVisible()
    await expectAccessible(page)
    expect(creates).toEqual([409])
    await expect(balance(page, text, 200)).toBeVisible()

    await dialog.getByRole('button', { name: text('account_changed_cancel') }).click()
    await expect(page.getByLabel(text('field_prompt'), { exact: true })).toHaveValue(prompt)
    await other.reload()
    await expect(balance(other, text, 200)).toBeVisible()

    // Now the page shows the account, so the button means it.
    await make(page, text).click()
    await expect(page.getByRole('img', { name: prompt }).first()).toBeVisible()
    await expect(balance(page, text, 170)).toBeVisible()
    expect(creates).toEqual([409, 200])
  })

  test('a tab that shows “Sign in” asks before it spends the credits of an account signed in elsewhere', async ({
    page,
    context,
    text,
    account,
    installation,
  }) => {
    const email = await account({ credits: 200 })
    await blockMessages(context)
    await openForm(page, installation.url, text)
    await expect(page.getByText(text('create_sign_in_first'))).toBeVisible()
    await signInAs(await context.newPage(), installation.url, email)
    const creates = recordCreates(page)
    await make(page, text).click()
    const dialog = page.getByRole('dialog', { name: text('account_changed_title', { email }) })
    await dialog.getByRole('button', { name: text('account_changed_confirm') }).click()
    await expect(page.getByRole('img', { name: prompt }).first()).toBeVisible()
    await expect(balance(page, text, 170)).toBeVisible()
    expect(creates).toEqual([200])
  })

  test('every other request of a tab that is behind is refused, too', async ({
    page,
    context,
    text,
    account,
    installation,
  }) => {
    const [first, second] = [await account(), await account()]
    await blockMessages(context)
    await signInAs(page, installation.url, first)
    await page.goto(`${installation.url}/account/keys`)
    const name = page.getByLabel(text('keys_name'))
    await name.fill('Backup')
    await signInAs(await context.newPage(), installation.url, second)
    const refused = page.waitForResponse((response) => response.request().method() === 'POST')
    await name.press('Enter')
    expect((await refused).status()).toBe(409)
    await expect(page.getByText(text('account_changed_title', { email: second }))).toBeVisible()
  })

  test('a sign-in and a sign-out show in every tab at once', async ({
    page,
    context,
    text,
    account,
    installation,
  }) => {
    const [first, second] = [await account({ credits: 300 }), await account({ credits: 200 })]
    await openForm(page, installation.url, text)
    await expect(page.getByText(text('create_sign_in_first'))).toBeVisible()

    const other = await context.newPage()
    await signInAs(other, installation.url, first)
    await expect(balance(page, text, 300)).toBeVisible()
    const listening = page.waitForResponse(
      (response) => new URL(response.url()).pathname === '/api/events',
    )
    await signInAs(other, installation.url, second)
    await expect(balance(page, text, 200)).toBeVisible()
    await listening
    await expect(page.getByText(text('account_changed_title', { email: second }))).toBeVisible()
    await expect(page.getByLabel(text('field_prompt'), { exact: true })).toHaveValue(prompt)

    await other.getByRole('button', { name: text('app_account_of', { email: second }) }).click()
    await other.getByRole('button', { name: text('app_sign_out') }).click()
    await expect(page.getByText(text('create_sign_in_first'))).toBeVisible()
    await expect(page.getByText(text('sign_in_ended_next'))).toBeVisible()
  })

  test('tabs without broadcast channels notify each other by storage', async ({
    page,
    context,
    text,
    account,
    installation,
  }) => {
    await context.addInitScript(() => {
      Reflect.deleteProperty(globalThis, 'BroadcastChannel')
      Reflect.deleteProperty(Navigator.prototype, 'locks')
    })
    await openForm(page, installation.url, text)
    await expect(page.getByText(text('create_sign_in_first'))).toBeVisible()
    await signInAs(await context.newPage(), installation.url, await account({ credits: 200 }))
    await expect(balance(page, text, 200)).toBeVisible()
  })
})
