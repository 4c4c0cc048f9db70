import type { Page } from '@playwright/test'
import type { Text } from './product.ts'

/** Opens the side panel where the window is too narrow to show it always. */
export async function openNavigation(page: Page, text: Text): Promise<void> {
  const menu = page.getByRole('button', { name: text('nav_open') })
  if (await menu.isVisible()) await menu.click()
}
