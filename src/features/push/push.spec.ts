import type { Page, Route } from '@playwright/test'
import { expect, expectAccessible, type Text, test } from '#e2e/product.ts'

test.use({ serviceWorkers: 'allow' })

/**
 * Answers for what the browsers of tests do not have: the permission for notifications, and a push
 * service, which gives out a subscription or, `isDown`, does not answer.
 */
async function answerForPushService(page: Page, { isDown = false } = {}) {
  await page.addInitScript((fails) => {
    const keys = {
      p256dh:
        'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    }
    const endpoint = 'https://93.184.215.14/send/one'
    const subscription = { toJSON: () => ({ endpoint, keys }), unsubscribe: async () => true }
    const subscribe = () =>
      fails
        ? Promise.reject(new DOMException('no push service', 'AbortError'))
        : Promise.resolve(subscription)
    Object.assign(PushManager.prototype, { subscribe })
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    Object.assign(Notification, { requestPermission: async () => 'granted' })
  }, isDown)
}

const isSubscribed = (page: Page) =>
  page.evaluate(async () => (await (await fetch('/api/account/push')).json()).is_subscribed)

const pushSwitch = (page: Page, text: Text) =>
  page.getByRole('switch', { name: text('account_push'), exact: true })

test('messages are switched on for this browser, and off', async ({ page, text, enter }) => {
  await answerForPushService(page)
  await enter('/account')
  const wanted = pushSwitch(page, text)
  await expect(wanted).not.toBeChecked()
  await wanted.press(' ')
  await expect(wanted).toBeChecked()
  await expectAccessible(page)
  await expect.poll(() => isSubscribed(page)).toBe(true)

  // The page subscribes again after each load, here while the switch is pressed.
  const subscribing = Promise.withResolvers<Route>()
  await page.route('**/api/account/push', (route) =>
    route.request().method() === 'PUT' ? subscribing.resolve(route) : route.continue(),
  )
  await page.reload()
  const held = await subscribing.promise
  await expect(wanted).toBeChecked()
  await wanted.click()
  await held.continue()
  await expect(wanted).not.toBeChecked()
  await expect.poll(() => isSubscribed(page)).toBe(false)
})

test('a push service that does not answer is said, and nothing is switched on', async ({
  page,
  text,
  enter,
}) => {
  await answerForPushService(page, { isDown: true })
  await enter('/account')
  await pushSwitch(page, text).click()
  await expect(page.getByText(text('account_push_failed'))).toBeVisible()
  await expect(pushSwitch(page, text)).not.toBeChecked()
  expect(await isSubscribed(page)).toBe(false)
})

test('a browser that blocks notifications is said so beside the switch', async ({
  page,
  text,
  enter,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' }),
  )
  await enter('/account')
  await expect(pushSwitch(page, text)).toBeDisabled()
  await expect(pushSwitch(page, text)).toHaveAccessibleDescription(text('account_notify_denied'))
})
