import type { Page } from '@playwright/test'
import { boss } from './environments.ts'
import { expect, type Text, waitForHydration } from './product.ts'

/** Signs an operator in, at one of their pages. */
export async function enterAsOperator(
  page: Page,
  { url, path, email = boss }: { url: string; path: string; email?: string },
): Promise<void> {
  await page.goto(`${url}/api/auth/sign-in?${new URLSearchParams({ return_to: path })}`)
  await page.getByRole('textbox').fill(email)
  await page.keyboard.press('Enter')
  await page.waitForURL(
    (at) => !at.pathname.startsWith('/demo/') && !at.pathname.startsWith('/api/'),
  )
  await waitForHydration(page)
}

/** Opens the dialog of an act, says why and does it. */
export async function act(
  page: Page,
  text: Text,
  { title, reason, fill }: { title: string; reason: string; fill?: string },
): Promise<void> {
  await page.getByRole('button', { name: title, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: title })
  if (fill !== undefined)
    await dialog.getByRole('textbox', { name: text('admin_credits'), exact: true }).fill(fill)
  await dialog.getByRole('textbox', { name: text('admin_reason') }).fill(reason)
  await dialog.getByRole('button', { name: title, exact: true }).click()
  await expect(dialog).toBeHidden()
}
