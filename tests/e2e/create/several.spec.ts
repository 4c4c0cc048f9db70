import type { Page } from '@playwright/test'
import { grantCredits, takeCreditsBack } from '#core/accounts/change-credits.ts'
import type { Product } from '#testing/product.ts'
import { environments } from '../environments.ts'
import { databaseOf, expect, expectAccessible, sizes, type Text, test } from '../product.ts'

test.use({ environment: environments.slowJobs })
test.slow()

const form = '/creator/image/text-to-image'

/** Fills in the prompt and opens the choice of models. */
async function openChoice(page: Page, text: Text): Promise<void> {
  await page.getByLabel(text('field_prompt'), { exact: true }).fill('A fox in the snow')
  await page.getByRole('button', { name: text('several_open') }).click()
  await expect(page.getByRole('dialog', { name: text('several_title') })).toBeVisible()
}

/** The bodies of a page's create calls, as they are sent. */
function recordCreates(page: Page): { model?: string; request_id?: string }[] {
  const bodies: { model?: string; request_id?: string }[] = []
  page.on('request', (request) => {
    if (/\/create$/.test(new URL(request.url()).pathname)) bodies.push(request.postDataJSON())
  })
  return bodies
}

/** The charges in the ledger of an account. */
async function chargesOf({ product }: { product: Product }, email: string) {
  const database = await databaseOf(product)
  const charges = await database
    .selectFrom('credit_entry')
    .innerJoin('account', 'account.id', 'credit_entry.account_id')
    .select('credit_entry.generation_id')
    .where('email', '=', email)
    .where('credit_entry.reason', '=', 'charge')
    .execute()
  await database.destroy()
  return charges
}

/** Takes all credits of an account, or gives it some again, as an operator does. */
async function changeCredits(
  { product }: { product: Product },
  name: string,
  change: 'take' | 'give',
): Promise<void> {
  const database = await databaseOf(product)
  const { credits } = await database
    .selectFrom('account')
    .select('credits')
    .where('email', '=', name)
    .executeTakeFirstOrThrow()
  const silent = () => undefined
  const context = {
    database,
    changes: { publish: silent, publishDue: silent, publishRevocation: silent },
  }
  const act = { actor: 'test', reason: 'a test' }
  if (change === 'take') await takeCreditsBack(context, act, { name, credits, note: '' })
  else await grantCredits(context, act, { name, credits: 500, paid: true, note: '' })
  await database.destroy()
}

/** Counts the create calls of a page. */
function countCreates(page: Page): { count: number } {
  const calls = { count: 0 }
  page.on('request', (request) => {
    if (/\/create$/.test(new URL(request.url()).pathname)) calls.count++
  })
  return calls
}

test('one prompt on two models: the total first, a grid of results, the winner kept and the other deleted', async ({
  page,
  text,
  enter,
}) => {
  await enter(form)
  const creates = countCreates(page)
  await openChoice(page, text)
  const dialog = page.getByRole('dialog', { name: text('several_title') })
  const boxes = dialog.getByRole('checkbox')
  await expect(dialog.getByRole('button', { name: text('several_choose') })).toBeDisabled()
  await boxes.nth(0).check()
  await boxes.nth(1).check()
  await expectAccessible(page)
  const submit = dialog.getByRole('button', { name: /·/ })
  const total = Number((await submit.textContent())?.split('·')[1]?.trim())
  expect(creates.count).toBe(0)
  await submit.dblclick()
  await expect(page).toHaveURL(/\/compare\?ids=/)
  expect(creates.count).toBe(2)
  await expect(page.getByText(text('app_balance', { credits: 500 - total })).first()).toBeVisible()

  const keep = page.getByRole('button', { name: new RegExp(text('grid_keep_label', { name: '' })) })
  await expect(keep).toHaveCount(2)
  const toasts = page.getByRole('region', { name: text('app_messages') })
  await expect(page.locator('.breathe')).toHaveCount(0)
  await keep.first().click()
  await expect(keep.first()).toHaveAttribute('aria-pressed', 'true')
  const remove = page.getByRole('button', { name: text('grid_delete_others', { count: 1 }) })
  await expect(remove).toBeVisible()
  // The grid shows the ends itself; a toast would cover this button.
  await remove.click({ timeout: 5000 })
  await expect(toasts.getByRole('button', { name: text('work_undo') })).toBeVisible()
  await expectAccessible(page)
})

test.describe('on a phone', () => {
  test.use({ viewport: sizes.phone, hasTouch: true, language: 'zh' })

  test('nothing starts when the credits are enough for one but not for all', async ({
    page,
    text,
    enter,
  }) => {
    await enter(form, { credits: 31 })
    const creates = countCreates(page)
    await openChoice(page, text)
    const dialog = page.getByRole('dialog', { name: text('several_title') })
    const boxes = dialog.getByRole('checkbox')
    await boxes.nth(0).check()
    await boxes.nth(1).check()
    await dialog.getByRole('button', { name: /·/ }).click()
    await expect(page.getByText(text('create_not_charged')).first()).toBeVisible()
    expect(creates.count).toBe(0)
    await expect(page.getByText(text('app_balance', { credits: 31 })).first()).toBeVisible()
  })
})

test('where one of two is refused, the first stays started and only the other is started again', async ({
  page,
  installation,
  text,
  enter,
}) => {
  const email = await enter(form)
  const bodies = recordCreates(page)
  // After the page has checked the credits for both, another device spends them.
  await page.route('**/create', async (route) => {
    if (bodies.length === 2) await changeCredits(installation, email, 'take')
    await route.continue()
  })
  await openChoice(page, text)
  const dialog = page.getByRole('dialog', { name: text('several_title') })
  await dialog.getByRole('checkbox').nth(0).check()
  await dialog.getByRole('checkbox').nth(1).check()
  await dialog.getByRole('button', { name: /·/ }).click()
  await expect(page.getByRole('dialog', { name: text('upgrade_credits_title') })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog.getByText(text('several_partly', { started: 1, of: 2 }))).toBeVisible()
  await expect(dialog.getByRole('checkbox').nth(0)).toBeDisabled()
  await expect(dialog.getByText(text('several_started'), { exact: true })).toHaveCount(1)
  expect(bodies).toHaveLength(2)
  await expectAccessible(page)

  await changeCredits(installation, email, 'give')
  await dialog.getByRole('button', { name: /·/ }).click()
  await expect(page).toHaveURL(/\/compare\?ids=/)
  expect(bodies).toHaveLength(3)
  expect(bodies[2]?.model).toBe(bodies[1]?.model)
  expect(bodies[2]?.request_id).toBe(bodies[1]?.request_id)
  expect(await chargesOf(installation, email)).toHaveLength(2)
})

test('a start whose answer is lost is repeated with its request id and charged once', async ({
  page,
  installation,
  text,
  enter,
}) => {
  const email = await enter(form)
  const bodies = recordCreates(page)
  let isLost = true
  await page.route('**/create', async (route) => {
    if (bodies.length < 2 || !isLost) return route.continue()
    // The server charges and answers; the answer never arrives, however often the page tries.
    await route.fetch()
    await route.abort('connectionreset')
  })
  await openChoice(page, text)
  const dialog = page.getByRole('dialog', { name: text('several_title') })
  await dialog.getByRole('checkbox').nth(0).check()
  await dialog.getByRole('checkbox').nth(1).check()
  await dialog.getByRole('button', { name: /·/ }).click()
  await expect(dialog.getByText(text('several_partly', { started: 1, of: 2 }))).toBeVisible()
  // Whether the second was charged is not known here, and nothing says that it was not.
  await expect(page.getByText(text('create_no_answer_next'))).toBeVisible()
  await expect(page.getByText(text('create_not_charged'))).toHaveCount(0)
  expect(await chargesOf(installation, email)).toHaveLength(2)

  const tried = bodies.length
  isLost = false
  await dialog.getByRole('button', { name: /·/ }).click()
  await expect(page).toHaveURL(/\/compare\?ids=/)
  expect(bodies).toHaveLength(tried + 1)
  const [first, ...repeated] = bodies.map(({ request_id }) => request_id)
  expect(new Set(repeated)).toEqual(new Set([repeated[0]]))
  expect(repeated[0]).not.toBe(first)
  expect(await chargesOf(installation, email)).toHaveLength(2)
  await expect(
    page.getByRole('button', { name: new RegExp(text('grid_keep_label', { name: '' })) }),
  ).toHaveCount(2)
})
