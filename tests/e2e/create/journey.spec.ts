import { environments } from '../environments.ts'
import { expect, expectAccessible, sizes, test } from '../product.ts'

// The page is checked while the job runs.
test.use({ environment: environments.slowJobs })

const prompt = 'A lighthouse at night, long exposure'

for (const locale of ['en', 'zh'] as const) {
  for (const [size, viewport] of Object.entries(sizes)) {
    test.describe(`${locale}, ${size}`, () => {
      test.use({ language: locale, viewport, hasTouch: size === 'phone' })

      test('from the first visit to the image in the history after a reload', {
        tag: (locale === 'en') === (size === 'wide') ? '@smoke' : [],
      }, async ({ page, text, open, account, signIn }) => {
        const email = await account({ credits: 100 })
        await open('/creator/image/text-to-image')
        await expect(page).toHaveTitle(new RegExp(text('create_text_to_image_title')))
        await page.getByLabel(text('field_prompt'), { exact: true }).fill(prompt)
        await page.getByRole('radio', { name: /512/ }).check({ force: true })
        await expectAccessible(page)

        const make = page.getByRole('button', {
          name: text('create_submit', { count: 1, credits: 30 }),
        })
        await make.click()
        const dialog = page.getByRole('dialog', { name: text('sign_in_title') })
        await expect(dialog).toBeVisible()
        await expectAccessible(page)
        await dialog.getByText(text('sign_in_with_google')).click()
        await expectAccessible(page)
        await signIn(email)

        await expect(page.getByLabel(text('field_prompt'), { exact: true })).toHaveValue(prompt)
        await expect(page.getByRole('radio', { name: /512/ })).toBeChecked()
        // What was wanted before the sign-in goes on by itself.
        const stage = page.getByRole('region', { name: text('stage_label') })
        await expect(stage.getByRole('progressbar').first()).toBeVisible()
        await expectAccessible(page)

        const image = stage.getByRole('img', { name: prompt }).first()
        await expect(image).toBeVisible()
        await expect
          .poll(() => image.evaluate((image: HTMLImageElement) => image.naturalWidth))
          .toBe(512)
        await expect(page.getByText(text('app_balance', { credits: 70 })).first()).toBeVisible()
        await expectAccessible(page)

        await open('/creator/history/image')
        const record = page
          .getByRole('main')
          .getByRole('button', { name: new RegExp(`^${prompt}`) })
        await expect(record).toBeVisible()
        await page.reload()
        await expect(
          page.getByRole('main').getByText(text('history_total', { count: 1, shown: 1 })),
        ).toBeVisible()
        await expect(record).toBeVisible()
        await expectAccessible(page)

        await record.click()
        const viewer = page.getByRole('dialog', { name: text('history_viewer') })
        await expect(viewer.getByRole('img', { name: new RegExp(prompt) })).toBeVisible()
        await expectAccessible(page)
        await page.keyboard.press('Escape')
        await expect(record).toBeFocused()
      })
    })
  }
}
