import type { Page } from '@playwright/test'
import { expect, expectAccessible, sizes, test } from '../product.ts'
import { fillHistory } from '../work.ts'

/**
 * Asks for so many images, “Study 1” first, and waits until the last of them has ended. They fail,
 * so nothing is drawn.
 */
async function makeStudies(page: Page, count: number, first = 1): Promise<void> {
  await page.evaluate(
    async ([from, to]) => {
      for (let number = from; number <= to; number++) {
        const body = {
          model: 'flux-schnell',
          prompt: `Study ${number} [fault:internal-error]`,
          image_size: 'square',
          num_images: 1,
        }
        const headers = { 'content-type': 'application/json' }
        const answer = await fetch('/api/image-generation/create', {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
        })
        if (!answer.ok) throw new Error(await answer.text())
      }
    },
    [first, first + count - 1] as const,
  )
  const ended = () =>
    page.evaluate(
      async () => (await (await fetch('/api/image-generation/history?status=failed')).json()).total,
    )
  await expect.poll(ended).toBe(first + count - 1)
}

const records = (page: Page) => page.locator('[data-record]')
const study = (page: Page, number: number) =>
  records(page).filter({ hasText: new RegExp(`Study ${number}(?!\\d)`) })

/** How far below the bar a record stands, in px. */
async function belowBar(page: Page, number: number): Promise<number> {
  const [record, bar] = await Promise.all([
    study(page, number).boundingBox(),
    page.getByRole('searchbox').boundingBox(),
  ])
  return (record?.y ?? Number.NaN) - (bar?.y ?? 0) - (bar?.height ?? 0)
}

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1440, height: 600 } })

  test('a long history is one list, and its address says where one stands', {
    tag: '@smoke',
  }, async ({ page, enter, open, text, installation }) => {
    const email = await enter('/creator/history/image', { credits: 2000 })
    await expect(page.getByText(text('history_empty'))).toBeVisible()
    await fillHistory(installation.product, email, 48)
    await open('/creator/history/image?page=2')
    const pageIs = (number: number) =>
      page.getByText(text('history_page_of', { page: number, pages: 3 }))
    await expect(study(page, 28)).toBeInViewport()
    await expect.poll(() => belowBar(page, 28)).toBeLessThan(100)
    await expectAccessible(page)

    await page.mouse.move(800, 400)
    await page.mouse.wheel(0, -5_000)
    await expect(study(page, 48)).toBeInViewport()
    await expect(pageIs(1)).toBeVisible()
    await expect(page).toHaveURL(/history\/image$/)
    await page.getByRole('button', { name: text('history_next_page') }).click()
    await expect(study(page, 28)).toBeInViewport()
    await expect(page).toHaveURL(/page=2/)

    await page.keyboard.press('/')
    await page.keyboard.type('Study 1')
    await expect(page.getByText(text('history_found', { count: 11, shown: 11 }))).toBeVisible()
    await expect(page).toHaveURL(/search=Study\+1$/)
    await page.getByRole('button', { name: text('history_filter'), exact: true }).click()
    const panel = page.getByRole('dialog', { name: text('history_filter') })
    await panel.getByLabel(text('history_filter_status')).selectOption('completed')
    await panel.getByLabel(text('history_filter_from')).fill('2026-01-01')
    await expectAccessible(page)
    await panel.getByRole('button', { name: text('history_filter_apply') }).click()
    await expect(page.getByText(text('history_none_found'), { exact: true })).toBeVisible()
    await expectAccessible(page)
    await page
      .getByRole('button', {
        name: text('history_filter_remove', { name: text('history_status_completed') }),
      })
      .click()
    await expect(records(page)).toHaveCount(11)

    await page.goBack()
    await expect(page.getByText(text('history_none_found'), { exact: true })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('searchbox')).toHaveValue('Study 1')
    await page.goBack()
    await expect(study(page, 28)).toBeInViewport()

    // No key is lost, however fast they come.
    await study(page, 28).focus()
    await page.keyboard.press('End')
    await expect(study(page, 1)).toBeFocused()
    await page.keyboard.press('Home')
    await expect(study(page, 48)).toBeFocused()
    await page.evaluate(() => {
      const key = { key: 'ArrowRight', bubbles: true, cancelable: true }
      for (let presses = 0; presses < 44; presses++)
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', key))
    })
    await expect(study(page, 4)).toBeFocused()

    await open('/creator/history/image?page=9&status=nonsense')
    await expect(page.getByText(text('history_beyond', { page: 9 }))).toBeVisible()
    await page.getByRole('button', { name: text('history_beyond_action', { pages: 3 }) }).click()
    await expect(study(page, 1)).toBeInViewport()
    await page.getByRole('radio', { name: text('history_view_list') }).check({ force: true })
    await expect(page).toHaveURL(/view=list/)
    await open('/creator/history/image')
    await expect(page.getByRole('radio', { name: text('history_view_list') })).toBeChecked()
    await expect(study(page, 48)).toBeInViewport()
    await expectAccessible(page)
  })

  test('refresh and retry ask the server again', async ({
    page,
    enter,
    open,
    text,
    installation,
  }) => {
    const email = await enter('/pricing', { credits: 100 })
    await fillHistory(installation.product, email, 3)
    // Whatever else fetches the list again fails until something is pressed.
    const pressed = page.locator('body[data-pressed]')
    await page.route('**/api/image-generation/history?*', async (route) =>
      (await pressed.count()) === 0
        ? route.fulfill({ status: 400, json: { error: 'no', code: 'bad_request' } })
        : route.continue(),
    )
    await open('/creator/history/image')
    await page.evaluate(() =>
      document.addEventListener(
        'click',
        () => document.body.toggleAttribute('data-pressed', true),
        {
          capture: true,
        },
      ),
    )
    await page.getByRole('button', { name: text('history_retry') }).click()
    await expect(records(page)).toHaveCount(3)
    const asked = page.waitForRequest('**/api/image-generation/history?*')
    await page.getByRole('button', { name: text('history_refresh'), exact: true }).click()
    await asked
    await expect(
      page.getByRole('button', { name: text('history_refresh'), exact: true }),
    ).toBeVisible()
  })

  test('the opened record is part of the address: back closes it, forward opens it again', async ({
    page,
    enter,
    open,
    text,
    installation,
  }) => {
    const email = await enter('/pricing', { credits: 100 })
    const ids = await fillHistory(installation.product, email, 400)
    const pages = new Set<string>()
    page.on('request', (request) => {
      if (request.url().includes('/api/image-generation/history?')) pages.add(request.url())
    })
    await open('/creator/history/image')
    const viewer = page.getByRole('dialog', { name: text('history_viewer') })
    const showing = (number: number) => viewer.getByText(`Study ${number}`, { exact: true }).first()
    await study(page, 399).click()
    await expect(showing(399)).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`record=${ids[1]}`))
    await expect(viewer.getByText(text('history_no_text'))).toBeVisible()
    await expectAccessible(page)
    await page.goBack()
    await expect(viewer).toBeHidden()
    await expect(page).toHaveURL(/history\/image$/)
    await expect(study(page, 399).getByRole('button', { name: /Study 399/ })).toBeFocused()
    await page.goForward()
    await expect(showing(399)).toBeVisible()

    // The keyboard goes on at the record that was on screen last.
    for (let number = 398; number >= 380; number--) {
      await page.keyboard.press('ArrowRight')
      await expect(showing(number)).toBeVisible()
    }
    await expect(page).toHaveURL(new RegExp(`record=${ids[20]}`))
    // Near the newest record there is nothing more to fetch: all 400 would be eight pages.
    expect(pages.size).toBeLessThan(4)
    await page.keyboard.press('Escape')
    await expect(viewer).toBeHidden()
    await expect(page).toHaveURL(/history\/image$/)
    await expect(study(page, 380)).toBeFocused()
    await expect(study(page, 380)).toBeInViewport()

    await open(`/creator/history/image?record=${ids[300]}`)
    await expect(showing(100)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(viewer).toBeHidden()
    await expect(page).toHaveURL(/history\/image$/)
    await open(`/creator/history/image?record=01990000-0000-7000-8000-000000000000`)
    const missing = page.getByRole('dialog', { name: text('viewer_missing') })
    await expect(missing).toBeVisible()
    await expectAccessible(page)
    await missing.getByRole('button', { name: text('viewer_missing_close') }).click()
    await expect(missing).toBeHidden()
    await expect(page).toHaveURL(/history\/image$/)
  })

  test('records selected while a search loads stay selected where they match', async ({
    page,
    enter,
    open,
    text,
    installation,
  }) => {
    const email = await enter('/pricing', { credits: 100 })
    await fillHistory(installation.product, email, 12)
    await open('/creator/history/image')
    await expect(study(page, 12)).toBeVisible()
    const response = Promise.withResolvers<void>()
    await page.route(/history\?.*search=Study/, async (route) => {
      await response.promise
      await route.continue()
    })
    await page.getByRole('searchbox').fill('Study 1')
    await expect(page).toHaveURL(/search=Study/)
    for (const number of [2, 12]) await study(page, number).click({ modifiers: ['Control'] })
    const bar = page.getByRole('region', { name: text('history_selection') })
    await expect(bar).toContainText(text('history_selected', { count: 2, shown: 2 }))

    response.resolve()
    await expect(study(page, 2)).toHaveCount(0)
    await expect(bar).toContainText(text('history_selected', { count: 1, shown: 1 }))
    await expect(study(page, 12)).toHaveAttribute('aria-selected', 'true')
  })

  test('all that match are selected, however many: tagged, hidden, deleted and restored', async ({
    page,
    enter,
    open,
    text,
    installation,
  }) => {
    const email = await enter('/pricing', { credits: 100 })
    const ids = await fillHistory(installation.product, email, 620)
    await open('/creator/history/image')
    await expect(study(page, 620)).toBeVisible()
    await page.getByRole('searchbox').focus()
    await expect(page.getByText(text('history_search_how'))).toBeVisible()
    await page.keyboard.type('Study 🦊')
    await expect(page.getByText(text('history_search_ignored', { symbols: '🦊' }))).toBeVisible()
    await page.getByRole('button', { name: text('history_search_clear') }).click()
    await expect(
      page.getByText(`${text('history_total', { count: 620, shown: 620 })} ·`),
    ).toBeVisible()
    // Until its records come, those before stay, and what is selected among them goes with them.
    const found = page.waitForResponse(/history\?.*search=flux-schnell/)
    await page.keyboard.type('flux-schnell')
    await found
    await expect(page.getByText(text('history_found', { count: 620, shown: 620 }))).toBeVisible()

    const bar = page.getByRole('region', { name: text('history_selection') })
    const more = async (choice: string) => {
      await bar.getByRole('button', { name: text('selection_more') }).click()
      await page
        .getByRole('dialog', { name: text('selection_more') })
        .getByRole('button', { name: text(choice) })
        .click()
    }
    const selectAll = page.getByRole('button', { name: text('history_select_all') })
    await selectAll.click()
    await expect(bar).toContainText(text('history_selected', { count: 620, shown: 620 }))
    await expectAccessible(page)
    await more('selection_tags')
    const tags = page.getByRole('dialog', {
      name: text('selection_tags_title', { count: 620, shown: 620 }),
    })
    await tags.getByRole('textbox').fill('north')
    await expectAccessible(page)
    await tags.getByRole('button', { name: text('selection_tags_add') }).click()
    await expect(
      page.getByText(text('selection_changed', { count: 620, shown: 620 })),
    ).toBeVisible()
    await expect(bar).toBeHidden()
    await selectAll.click()
    await more('selection_hide')
    const oldest = () =>
      page.evaluate(async (id) => (await fetch(`/api/generations/${id}`)).json(), ids.at(-1))
    await expect.poll(oldest).toMatchObject({ is_public: false, tags: ['north'] })

    await selectAll.click()
    await bar.getByRole('button', { name: text('history_delete') }).click()
    const question = page.getByRole('dialog', {
      name: text('remove_title', { count: 620, shown: 620 }),
    })
    await question.getByRole('button', { name: text('history_delete'), exact: true }).click()
    await expect(page.getByText(text('history_none_found'), { exact: true })).toBeVisible()
    await page.getByRole('button', { name: text('work_undo') }).click()
    await expect(page.getByText(text('history_found', { count: 620, shown: 620 }))).toBeVisible()
  })

  test('new records come by themselves and move nothing one looks at', async ({
    page,
    enter,
    text,
  }) => {
    await enter('/creator/history/image', { credits: 1000 })
    await expect(page.getByText(text('history_empty'))).toBeVisible()
    await makeStudies(page, 24)
    await expect(study(page, 24)).toBeInViewport()

    await page.mouse.move(800, 400)
    await page.mouse.wheel(0, 500)
    await expect(study(page, 12)).toBeInViewport()
    const before = await belowBar(page, 12)
    await makeStudies(page, 1, 25)
    const arrived = page.getByRole('button', { name: text('history_new', { count: 1, shown: 1 }) })
    await expect(arrived).toBeVisible()
    expect(await belowBar(page, 12)).toBeCloseTo(before, 0)
    await arrived.click()
    await expect(study(page, 25)).toBeInViewport()
    await expect(arrived).toBeHidden()
  })

  test('the keyboard goes through the records, picks and deletes', async ({
    page,
    enter,
    text,
  }) => {
    await enter('/creator/history/image', { credits: 1000 })
    await expect(page.getByText(text('history_empty'))).toBeVisible()
    await makeStudies(page, 8)
    await study(page, 8).focus()
    await page.keyboard.press('ArrowRight')
    await expect(study(page, 7)).toBeFocused()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+Space')
    await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(3)
    const bar = page.getByRole('region', { name: text('history_selection') })
    await expect(bar).toContainText(text('history_selected', { count: 3, shown: 3 }))
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(bar).toBeHidden()
    await page.keyboard.press('Control+a')
    await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(8)
    await page.keyboard.press('Escape')

    await study(page, 5).focus()
    await page.keyboard.press('f')
    await expect(page.getByText(text('history_favorites', { count: 1, shown: 1 }))).toBeVisible()
    await page.keyboard.press('Delete')
    const single = page.getByRole('dialog', { name: text('remove_title', { count: 1, shown: 1 }) })
    await expect(single).toContainText('Study 5')
    await page.keyboard.press('Escape')
    await expect(single).toBeHidden()
    await expect(study(page, 5)).toBeFocused()
    await page.keyboard.press('Delete')
    await expect(
      single.getByRole('button', { name: text('history_delete'), exact: true }),
    ).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(study(page, 5)).toHaveCount(0)
    await expect(study(page, 4)).toBeFocused()
    await page.keyboard.press('Delete')
    await expect(single).toContainText('Study 4')
    await page.keyboard.press('Enter')
    // An event may remove the record before the answer that can be undone.
    await expect(single).toBeHidden()
    await expect(study(page, 4)).toHaveCount(0)
    // What is typed is undone by the field itself.
    await page.getByRole('searchbox').press('Control+z')
    await study(page, 3).focus()
    await page.keyboard.press('Control+z')
    await expect(study(page, 4)).toBeVisible()
    await expect(study(page, 5)).toHaveCount(0)
    await page.keyboard.press('Control+z')
    await expect(study(page, 5)).toBeVisible()

    await study(page, 3).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    await bar.getByRole('button', { name: text('history_delete') }).press('Enter')
    const question = page.getByRole('dialog', {
      name: text('remove_title', { count: 2, shown: 2 }),
    })
    await expect(
      question.getByRole('button', { name: text('history_delete'), exact: true }),
    ).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(question).toBeHidden()
    await expect(records(page)).toHaveCount(6)
    await expect(page.locator('[data-record]:focus')).toHaveCount(1)
  })
})

test.describe('on a phone', () => {
  test.use({ language: 'zh', viewport: sizes.phone, hasTouch: true })

  test('a long press picks, and what is picked is deleted at once', async ({
    page,
    enter,
    text,
  }) => {
    await enter('/creator/history/image', { credits: 1000 })
    await expect(page.getByText(text('history_empty'))).toBeVisible()
    await makeStudies(page, 6)
    const touch = { pointerType: 'touch', clientX: 80, clientY: 300, bubbles: true }
    await study(page, 6).dispatchEvent('pointerdown', touch)
    const bar = page.getByRole('region', { name: text('history_selection') })
    await expect(bar).toContainText(text('history_selected', { count: 1, shown: 1 }))
    await study(page, 6).dispatchEvent('pointerup', touch)
    await study(page, 4).tap()
    await expect(bar).toContainText(text('history_selected', { count: 2, shown: 2 }))
    await expectAccessible(page)
    await bar.getByRole('button', { name: text('history_delete') }).tap()
    const question = page.getByRole('dialog', {
      name: text('remove_title', { count: 2, shown: 2 }),
    })
    await expectAccessible(page)
    await question.getByRole('button', { name: text('history_delete'), exact: true }).tap()
    await expect(records(page)).toHaveCount(4)
    await expect(bar).toBeHidden()
    await page.reload()
    await expect(records(page)).toHaveCount(4)
    await expectAccessible(page)
  })
})
