import type { Page } from '@playwright/test'
import { v7 as uuid } from 'uuid'
import {
  databaseOf,
  expect,
  expectAccessible,
  sizes,
  type Text,
  test,
  waitForHydration,
} from '#e2e/product.ts'
import type {} from './queries.ts'

test.slow()

const form = '/creator/image/text-to-image'

const presets = (page: Page, text: Text) => page.getByRole('list', { name: text('presets_title') })

async function openPresets(page: Page, text: Text): Promise<void> {
  await page.getByRole('button', { name: text('presets_title'), exact: true }).click()
  await expect(page.getByLabel(text('presets_save_as'))).toBeVisible()
}

async function savePreset(page: Page, text: Text, name: string): Promise<void> {
  await page.getByLabel(text('presets_save_as')).fill(name)
  await page.getByRole('button', { name: text('presets_save'), exact: true }).click()
}

/** The choice of a number of images, the setting by which these tests see a preset. */
const images = (page: Page, text: Text, count: number) =>
  page
    .getByRole('radiogroup', { name: text('field_num_images'), exact: true })
    .getByRole('radio', { name: String(count), exact: true })

test('a preset is saved, applied on another device, renamed and deleted, which can be undone', async ({
  page,
  browser,
  installation,
  text,
  enter,
  account,
}) => {
  const email = await enter(form)
  const prompt = page.getByLabel(text('field_prompt'), { exact: true })
  await prompt.fill('A fox in the snow')
  await images(page, text, 3).check({ force: true })
  await openPresets(page, text)
  await expect(page.getByText(text('presets_none'))).toBeVisible()
  await expectAccessible(page)
  await savePreset(page, text, 'Three of each')
  const line = presets(page, text).getByRole('listitem')
  await expect(line).toHaveCount(1)
  await savePreset(page, text, 'Three of each')
  await expect(
    page.getByText('This form already has a preset of this name. Choose another name.'),
  ).toBeVisible()
  await expect(line).toHaveCount(1)
  await page.keyboard.press('Escape')

  const signInElsewhere = async (who: string) => {
    const other = await (await browser.newContext({ viewport: sizes.wide })).newPage()
    await other.goto(
      `${installation.url}/api/auth/sign-in?${new URLSearchParams({ return_to: form })}`,
    )
    await other.getByRole('textbox').fill(who)
    await other.keyboard.press('Enter')
    await other.waitForURL((url) => url.pathname === form)
    await waitForHydration(other)
    return other
  }
  const other = await signInElsewhere(email)
  const theirPrompt = other.getByLabel(text('field_prompt'), { exact: true })
  await theirPrompt.fill('A crane at dawn')
  await openPresets(other, text)
  await presets(other, text)
    .getByRole('button', { name: /^Three of each/ })
    .click()
  await expect(images(other, text, 3)).toBeChecked()
  await expect(theirPrompt).toHaveValue('A crane at dawn')
  await openPresets(other, text)
  await other
    .getByRole('button', { name: text('presets_rename_one', { name: 'Three of each' }) })
    .click()
  await other.getByLabel(text('presets_new_name', { name: 'Three of each' })).fill('Triptych')
  await other.keyboard.press('Enter')
  await expect(presets(other, text).getByRole('button', { name: /^Triptych/ })).toBeVisible()

  await openPresets(page, text)
  await expect(presets(page, text).getByRole('button', { name: /^Triptych/ })).toBeVisible()
  await page.getByRole('button', { name: text('presets_delete', { name: 'Triptych' }) }).click()
  await expect(page.getByText(text('presets_none'))).toBeVisible()
  await page.getByRole('button', { name: text('work_undo') }).click()
  await openPresets(page, text)
  await expect(presets(page, text).getByRole('button', { name: /^Triptych/ })).toBeVisible()

  const stranger = await signInElsewhere(await account())
  await openPresets(stranger, text)
  await expect(stranger.getByText(text('presets_none'))).toBeVisible()
})

test('an account with as many presets as allowed has to delete one before it saves another', async ({
  page,
  installation,
  text,
  enter,
}) => {
  const email = await enter(form)
  const database = await databaseOf(installation.product)
  const { id } = await database
    .selectFrom('account')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const rows = Array.from({ length: 99 }, (_, at) => ({
    id: uuid(),
    account_id: id,
    generation_type: 'text-to-image',
    model: 'flux-schnell',
    name: `Preset ${at + 1}`,
    settings: JSON.stringify({ num_images: 2 }),
  }))
  await database.insertInto('preset').values(rows).execute()
  await database.destroy()
  await openPresets(page, text)
  const lines = presets(page, text).getByRole('listitem')
  await expect(lines).toHaveCount(99)
  await savePreset(page, text, 'The last one')
  await expect(lines).toHaveCount(100)
  await savePreset(page, text, 'One too many')
  await expect(page.getByText('You have 100 presets already. Delete one first.')).toBeVisible()
  await expect(page.getByLabel(text('presets_save_as'))).toHaveValue('One too many')
  await expect(lines).toHaveCount(100)
})
