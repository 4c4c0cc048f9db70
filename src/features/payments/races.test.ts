import { expect, it } from 'vitest'
import { verifyLedger } from '#core/credits/verify-ledger.ts'
import { paymentServer, press } from '#testing/api/payments.ts'
import { readMoney, testProviders } from '#testing/context.ts'
import { createRequester } from '#testing/person.ts'
import { makeCaller } from '#testing/security/matrix-callers.ts'
import { testSettings } from '#testing/settings.ts'

const admins = new Set<string>()
const studio = { reader: testSettings() }
const providers = testProviders('http://127.0.0.1:65531')
const settings = { ...testSettings(), current: () => studio.reader.current() }
const server = await paymentServer({ admins, autoRefund: false, providers, settings })
const context = { ...server.context, admins }
const operator = await makeCaller(context, 'admin', [])
const command = createRequester(server.app, operator.headers)
const times = <Result>(count: number, work: () => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, work))
const create = { model: 'flux-schnell', image_size: 'square', prompt: 'x' }

async function person() {
  const caller = await makeCaller(context, 'owner', [])
  return { ...caller, request: createRequester(server.app, caller.headers) }
}

it('concurrent starts, corrections, grants, refunds of a payment, a dispute and the deletion of its account agree', async () => {
  for (const deletes of [false, true]) {
    const who = await person()
    const { body } = await who.request('POST', '/api/payments/checkout', { pack: 'start' })
    const intent = () =>
      server.checkoutSimulator.find(body.checkout_url.split('/').at(-1))?.intentId ?? ''
    const admin = (what: string, more: object) =>
      command('POST', `/api/admin/accounts/${who.accountId}/${what}`, { reason: 'x', ...more })
    await Promise.all([
      times(8, () => who.request('POST', '/api/image-generation/create', create)),
      times(6, () => admin('take', { credits: 99_000 })),
      times(3, () => admin('grant', { credits: 7 })),
      times(2, () => admin('suspend', {})).then(() => admin('resume', {})),
      press(body.checkout_url, 'pay')
        .then(() =>
          times(3, () => server.stripe('refunds', { payment_intent: intent(), amount: '400' })),
        )
        .then(() =>
          server.stripe('disputes', { payment_intent: intent(), id: `dp_${who.accountId}` }),
        ),
      ...(deletes
        ? [times(2, () => who.request('DELETE', '/api/account', { email: who.email }))]
        : []),
    ])
    // Waiting generations of a deleted account are cancelled afterwards.
    await context.background.idle()
    const { balance, sum, entries } = await readMoney(context, who.accountId)
    expect([balance, balance >= 0]).toEqual([sum, true])
    expect(entries.filter(({ reason }) => reason === 'purchase').length).toBeLessThanOrEqual(1)
  }
  expect(await verifyLedger(context)).toMatchObject({ faults: [] })
})

it('checkouts are limited per hour, also concurrent ones', async () => {
  const { request } = await person()
  const answers = await times(45, () =>
    request('POST', '/api/payments/checkout', { pack: 'start' }),
  )
  const of = (status: number) => answers.filter((one) => one.status === status).length
  expect([of(200), of(429)]).toEqual([30, 15])
  expect((await request('GET', '/api/payments')).body.payments).toHaveLength(30)
})

it('nothing is bought before the terms of now are accepted', async () => {
  studio.reader = testSettings({ terms_url: 'https://studio.example.com/terms', terms_version: 3 })
  const { request } = await person()
  const buy = () => request('POST', '/api/payments/checkout', { pack: 'start', return_to: '/' })
  expect(await buy()).toMatchObject({ status: 403, body: { code: 'terms_not_accepted' } })
  expect((await request('PATCH', '/api/account', { accept_terms: 3 })).status).toBe(200)
  expect(await buy()).toMatchObject({ status: 200 })
})
