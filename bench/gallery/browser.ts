import { chromium, type Page } from '@playwright/test'

export type Gallery = AsyncDisposable & {
  page: Page
  version: string
  slowDown(times: number): Promise<void>
}

/** The image history of the benchmark's first account in a browser, signed in as a person does. */
export async function openGallery(url: string): Promise<Gallery> {
  const executablePath = process.env.CHROMIUM_PATH
  const browser = await chromium.launch({
    args: ['--no-sandbox'],
    ...(executablePath && { executablePath }),
  })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(`${url}/api/auth/sign-in?return_to=/creator/history/image`)
  await page.getByRole('textbox').fill('1@example.com')
  await page.keyboard.press('Enter')
  await page.locator('[data-record]').first().waitFor()
  const session = await page.context().newCDPSession(page)
  return {
    page,
    version: browser.version(),
    slowDown: async (rate) => {
      await session.send('Emulation.setCPUThrottlingRate', { rate })
    },
    [Symbol.asyncDispose]: () => browser.close(),
  }
}
