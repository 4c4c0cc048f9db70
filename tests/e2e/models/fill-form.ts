import { expect, type Page } from '@playwright/test'
import { mediaPath } from '#testing/sample-media.ts'
import type { Text } from '../product.ts'

/**
 * What a person does in a form. Fields and options are named by the keys of their messages, fields
 * of one model alone by their labels.
 */
export type Step =
  | { model: string }
  | { field: string; write: string }
  /** Files of the repository, from `tests/support/media`. */
  | { field: string; give: readonly string[] }
  /** An option, or a pattern of it where it reads the same in every language. */
  | { field: string; choose: string | RegExp }
  /** One of many options, by its label. */
  | { field: string; select: string }
  /** A number, among the settings that are folded away. */
  | { field: string; set: number }

/** Fills in a form and waits until every file has arrived. */
export async function fillForm(page: Page, text: Text, steps: readonly Step[]): Promise<void> {
  for (const step of steps) await take(page, text, step)
}

/**
 * Picks a model in the list of a form. The page is made anew when the models of the server arrive, which
 * closes a list that is open just then.
 */
export async function pickModel(page: Page, text: Text, name: RegExp): Promise<void> {
  const list = page.getByRole('button', { name: new RegExp(`^${text('create_model')}`) })
  const option = page.getByRole('option', { name })
  await expect(async () => {
    if (!(await option.isVisible())) await list.click()
    await option.click({ timeout: 5_000 })
  }).toPass()
}

async function take(page: Page, text: Text, step: Step): Promise<void> {
  if ('model' in step) {
    return pickModel(page, text, new RegExp(`^${step.model}`))
  }
  const label = step.field.startsWith('field_') ? text(step.field) : step.field
  if ('write' in step) return page.getByLabel(label, { exact: true }).fill(step.write)
  if ('give' in step) return give(page, text, label, step.give)
  if ('select' in step) {
    await page.getByLabel(label, { exact: true }).selectOption(step.select)
    return
  }
  const option =
    'set' in step
      ? page.getByRole('spinbutton', { name: label, exact: true })
      : radio(page, text, label, step.choose)
  if (!(await option.isVisible()))
    await page.getByRole('button', { name: new RegExp(`^${text('create_advanced')}`) }).click()
  if ('set' in step) await option.fill(`${step.set}`)
  else await option.check({ force: true })
}

function radio(page: Page, text: Text, group: string, option: string | RegExp) {
  const name = typeof option === 'string' ? text(option) : option
  return page.getByRole('radiogroup', { name: group, exact: true }).getByRole('radio', { name })
}

async function give(
  page: Page,
  text: Text,
  label: string,
  names: readonly string[],
): Promise<void> {
  await page.getByLabel(label, { exact: true }).setInputFiles(names.map(mediaPath))
  const arrived =
    names.length === 1
      ? text('inputs_remove', { field: label })
      : text('inputs_item_remove', { position: names.length })
  await expect(page.getByRole('button', { name: arrived, exact: true })).toBeVisible()
}
