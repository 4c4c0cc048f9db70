import type { Page } from '@playwright/test'
import { expect } from './product.ts'

/** Every script of the app. */
export const allCode = /\/assets\/[^/]+\.js$/

/** Opens a form without any stored state, and waits for the prerendered page. */
export async function openStatic(
  page: Page,
  address: string,
  waitUntil: 'load' | 'commit' = 'load',
) {
  await page.goto(address, { waitUntil })
  await expect(page.locator('#app[data-static] h1')).toBeVisible()
}

/** The sum of what moved by itself since the page began, as browsers count it. */
export const shifts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as { value?: number }).value ?? 0
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 200)
      }),
  )

/** Whether a page that is painted with the style that it needs looks the same with the whole style sheet. */
export async function looksAsWithWholeStyle(page: Page): Promise<boolean> {
  await page.evaluate(async () => {
    await document.fonts.ready
    const isSeen = (image: HTMLImageElement) => {
      const { top, width } = image.getBoundingClientRect()
      return top < innerHeight && width > 0
    }
    // Lazy ones, too, which begin to load after the page has.
    await Promise.all([...document.images].filter(isSeen).map((image) => image.decode()))
  })
  const before = await page.screenshot()
  await page.evaluate(async () => {
    const script = document.querySelector<HTMLScriptElement>('script[data-style]')
    const sheet = Object.assign(document.createElement('link'), {
      rel: 'stylesheet',
      href: script?.dataset.style,
    })
    document.head.append(sheet)
    await new Promise((resolve) => sheet.addEventListener('load', resolve))
  })
  return (await page.screenshot()).equals(before)
}
