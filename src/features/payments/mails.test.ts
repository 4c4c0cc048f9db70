import { expect, it } from 'vitest'
import { changeAccount } from '#core/accounts/change-account.ts'
import { startScheduledJobs } from '#core/worker/scheduled-jobs.ts'
import { afterFile } from '#testing/after-file.ts'
import { paymentServer, press } from '#testing/api/payments.ts'
import { testClient } from '#testing/server.ts'
import { smtpServer } from '#testing/smtp-server.ts'
import type { PaymentView } from './contract.ts'

const { mails, mailer } = await smtpServer()
const mail = { mailer, url: 'https://studio.example', operators: [] }
const server = await paymentServer({ mail })
const jobs = startScheduledJobs(server.context)
afterFile(() => jobs.stop())

/** A visitor who buys 1,000 credits, and presses a button of the checkout. */
async function buy(action: string) {
  const who = await testClient(server, { credits: 0, paid: false })
  await changeAccount(server.context, who.account.id, { language: 'zh' })
  const { body } = await who.request('POST', '/api/payments/checkout', { pack: 'start' })
  await press(body.checkout_url, action)
  const status = async () =>
    ((await who.request('GET', `/api/payments/${body.payment_id}`)).body as PaymentView).status
  const session = server.checkoutSimulator.find(body.checkout_url.split('/').at(-1) ?? '')
  const arrived = () => mails.filter(({ recipients }) => recipients.includes(who.account.email))
  return { id: body.payment_id as string, status, arrived, intent: session?.intentId ?? '' }
}

it('mails the receipt of a purchase and a notice of its dispute, each once', async () => {
  const { id, status, arrived, intent } = await buy('pay')
  await expect.poll(arrived, { timeout: 20_000 }).toMatchObject([
    {
      subject: '收据：1,000 积分',
      text: expect.stringContaining(`付款 ${id}`),
      from: { name: 'Our Studio', address: 'studio@example.com' },
    },
  ])
  await server.stripe('disputes', { payment_intent: intent, id: `dp_${id}` })
  await server.stripe('disputes', { payment_intent: intent, id: `dp_${id}`, status: 'won' })
  expect(await status()).toBe('paid')
  await expect.poll(() => arrived().length, { timeout: 20_000 }).toBe(2)
  expect(arrived()[1]?.subject).toContain('付款存在争议')
})

it('mails nothing of a checkout that was left', async () => {
  const { arrived, status } = await buy('cancel')
  expect(await status()).toBe('open')
  expect(arrived()).toEqual([])
})
