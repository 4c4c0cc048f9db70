import type { Page } from '@playwright/test'
import { maxPrompts } from '#web/create/start/wildcards.ts'
import { expect, expectAccessible, sizes, type Text, test } from '../product.ts'

test.slow()

const form = '/creator/image/text-to-image?num_images=1&model=flux-schnell'
/** The price of one image of the model that is chosen. */
const price = 20

type Body = { prompt: string; request_id: string; expected_credits: number }

/** The bodies of a page's create calls, as they are sent. */
function recordCreates(page: Page): Body[] {
  const bodies: Body[] = []
  page.on('request', (request) => {
    if (/\/create$/.test(new URL(request.url()).pathname)) bodies.push(request.postDataJSON())
  })
  return bodies
}

async function fillForm(page: Page, text: Text, prompt: string): Promise<void> {
  await page.getByLabel(text('field_prompt'), { exact: true }).fill(prompt)
}

const dialogOf = (page: Page, text: Text) =>
  page.getByRole('dialog', { name: text('prompts_title') })

test('alternatives show how many and the total first, and become a generation each', async ({
  page,
  text,
  enter,
}) => {
  await enter(form)
  const bodies = recordCreates(page)
  await fillForm(page, text, 'A {red|blue} fox {in snow|}')
  const total = 4 * price
  const submit = page.getByRole('button', {
    name: text('prompts_submit', { count: 4, credits: total }),
  })
  await submit.click()
  const dialog = dialogOf(page, text)
  const prompts = ['A red fox in snow', 'A red fox ', 'A blue fox in snow', 'A blue fox ']
  const listed = dialog.getByRole('listitem').locator('span:first-child')
  await expect(listed).toHaveText(prompts, { useInnerText: false })
  await expectAccessible(page)
  expect(bodies).toEqual([])
  await dialog
    .getByRole('button', { name: text('several_start', { count: 4, credits: total }) })
    .dblclick()
  await expect(page).toHaveURL(/\/compare\?ids=/)
  expect(bodies.map(({ prompt }) => prompt)).toEqual(prompts.map((prompt) => prompt.trim()))
  expect(new Set(bodies.map(({ request_id }) => request_id)).size).toBe(4)
  expect(bodies.map(({ expected_credits }) => expected_credits)).toEqual(Array(4).fill(price))
  await expect(page.getByText(text('app_balance', { credits: 500 - total })).first()).toBeVisible()
})

test('a list is read line by line; braces stay as typed where that is chosen', async ({
  page,
  text,
  enter,
}) => {
  await enter(form)
  const bodies = recordCreates(page)
  await fillForm(page, text, 'A kite')
  await page.getByRole('button', { name: text('prompts_open') }).click()
  const dialog = dialogOf(page, text)
  const list = dialog.getByRole('textbox', { name: text('prompts_label') })
  await expect(list).toHaveValue('A kite')
  await list.fill('\n')
  await expect(dialog.getByRole('button', { name: text('prompts_none_yet') })).toBeDisabled()
  await list.fill('A fox\n\nA {red|blue} crane\n')
  await expect(dialog.getByRole('listitem')).toHaveCount(3)
  // The keys that submit the form do not, here.
  await list.press('Control+Enter')
  await dialog.getByText(text('prompts_literal')).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  const credits = 2 * price
  await dialog.getByRole('button', { name: text('several_start', { count: 2, credits }) }).click()
  await expect(page).toHaveURL(/\/compare\?ids=/)
  expect(bodies.map(({ prompt }) => prompt)).toEqual(['A fox', 'A {red|blue} crane'])
})

test.describe('on a phone', () => {
  test.use({ viewport: sizes.phone, hasTouch: true, language: 'de' })

  test('too many start nothing; a random choice of them starts as many as asked for', async ({
    page,
    text,
    enter,
  }) => {
    await enter(form)
    const bodies = recordCreates(page)
    const digits = '{0|1|2|3|4|5|6|7|8|9}'
    await fillForm(page, text, `Fox ${digits}${digits}`)
    await page.getByRole('button', { name: text('prompts_submit_choice') }).click()
    const dialog = dialogOf(page, text)
    const over = text('prompts_over', { count: 100, most: maxPrompts })
    await expect(dialog.getByText(over)).toBeVisible()
    await expect(dialog.getByRole('button', { name: text('prompts_none_yet') })).toBeDisabled()
    await dialog.getByText(text('prompts_sample'), { exact: true }).click()
    await expect(dialog.getByText(over)).toBeHidden()
    await dialog.getByLabel(text('prompts_size')).fill('9')
    await expect(dialog.getByRole('listitem')).toHaveCount(9)
    await expectAccessible(page)
    const listed = await dialog.getByRole('listitem').locator('span:first-child').allTextContents()
    await dialog
      .getByRole('button', { name: text('several_start', { count: 9, credits: 9 * price }) })
      .click()
    // More than fit into a grid are shown in their history.
    await expect(page).toHaveURL(/\/creator\/history\/image/)
    expect(bodies.map(({ prompt }) => prompt)).toEqual(listed)
    expect(new Set(listed).size).toBe(9)
  })

  test('nothing starts where the credits are not enough for all', async ({ page, text, enter }) => {
    await enter(form, { credits: 2 * price - 1 })
    const bodies = recordCreates(page)
    await fillForm(page, text, 'A {red|blue} fox')
    await page
      .getByRole('button', { name: text('prompts_submit', { count: 2, credits: 2 * price }) })
      .click()
    await dialogOf(page, text)
      .getByRole('button', { name: text('several_start', { count: 2, credits: 2 * price }) })
      .click()
    await expect(page.getByText(text('create_not_charged')).first()).toBeVisible()
    expect(bodies).toEqual([])
  })
})
