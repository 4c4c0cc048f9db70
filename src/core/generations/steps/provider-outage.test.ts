import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { ProviderError } from '#providers/provider.ts'
import { falOf, readMoney, testAccount, testContext, testProviders } from '#testing/context.ts'
import { driveToEnd } from '#testing/drive.ts'
import { fluxDev } from '#testing/models.ts'
import { testEmulator } from '#testing/server.ts'
import { listProviderOutages, recordProviderOutage } from '../queries/outages.ts'
import { startGeneration } from '../start-generation.ts'
import { detectProviderOutage, probeProviders } from './provider-outage.ts'

const emulator = await testEmulator({ control: true })
const context = await testContext({ queueUrl: emulator.url })
const { database } = context

const request = {
  model: fluxDev,
  input: { prompt: 'a fox', image_size: 'square' },
  requestId: undefined,
  isPublic: true,
}
const setAccount = (state: string) =>
  fetch(`${emulator.url}/control/account`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ state }),
  })
const probeNow = async (within = context) => {
  await sql`update provider_outage set probe_at = now()`.execute(database)
  await probeProviders(within)
}
const codes = async () => (await listProviderOutages(database)).map(({ code }) => code)

afterEach(async () => {
  await setAccount('ok')
  await database.deleteFrom('provider_outage').execute()
})

describe('the provider rejects our account', () => {
  it.each([
    ['locked', 'provider_locked'],
    ['exhausted', 'provider_funds'],
    ['key-refused', 'provider_auth'],
  ])(
    '%s: one job is refunded, then nothing starts and nothing is charged until it recovers by itself',
    async (state, code) => {
      const account = await testAccount(context)
      await setAccount(state)
      const first = await startGeneration(context, { ...request, accountId: account.id })
      expect(await driveToEnd(context, first.id)).toMatchObject({
        error_code: 'temporarily_unavailable',
        refunded: 30,
      })
      expect(await codes()).toEqual([code])

      const start = () => startGeneration(context, { ...request, accountId: account.id })
      await expect(start()).rejects.toMatchObject({ refusal: { reason: 'provider_unavailable' } })
      await probeNow()
      await expect(start()).rejects.toMatchObject({ refusal: { reason: 'provider_unavailable' } })
      expect(await readMoney(context, account.id)).toMatchObject({
        balance: 1000,
        sum: 1000,
        entries: [{}, {}, {}],
      })

      await setAccount('ok')
      await probeNow()
      expect(await codes()).toEqual([])
      expect(await start()).toMatchObject({ status: 'pending' })
    },
  )

  it('a repeated request id still returns the generation that was charged', async () => {
    const account = await testAccount(context)
    const repeated = { ...request, accountId: account.id, requestId: 'once' }
    const first = await startGeneration(context, repeated)
    const funds = { delivery: 'refused', retryable: false, httpStatus: 403 } as const
    await detectProviderOutage(
      context,
      falOf(context),
      new ProviderError('provider_funds', 'User is locked', funds),
    )
    expect((await startGeneration(context, repeated)).id).toBe(first.id)
    expect(await readMoney(context, account.id)).toMatchObject({ balance: 970 })
  })
})

describe('a rejection by one provider', () => {
  it('does not stop the models of another', async () => {
    const account = await testAccount(context)
    const both = new Map([...context.providers, ...testProviders(emulator.url, {}, 'other')])
    const other = { ...falOf(context), id: 'other' }
    const funds = { delivery: 'refused', retryable: false, httpStatus: 402 } as const
    const error = new ProviderError('provider_funds', 'Insufficient credit', funds)
    await detectProviderOutage(context, other, error)
    const start = () => startGeneration(context, { ...request, accountId: account.id })
    expect(await start()).toMatchObject({ status: 'pending' })
    const others = { ...fluxDev, provider: 'other' }
    const startOther = () =>
      startGeneration(
        { ...context, providers: both },
        { ...request, model: others, accountId: account.id },
      )
    await expect(startOther()).rejects.toMatchObject({
      refusal: { reason: 'provider_unavailable' },
    })

    await probeNow({ ...context, providers: both })
    expect(await codes()).toEqual([])
    expect(await startOther()).toMatchObject({ status: 'pending' })
    expect(await readMoney(context, account.id)).toMatchObject({ balance: 940 })
  })

  it('stays while that provider is not configured', async () => {
    const outage = { provider: 'other', code: 'provider_auth', detail: 'x', probeAfter: 0 } as const
    await recordProviderOutage(database, outage)
    await probeProviders(context)
    expect(await codes()).toEqual(['provider_auth'])
  })
})

it('a model whose provider is not configured is refused and charges nothing', async () => {
  const account = await testAccount(context)
  const model = { ...fluxDev, provider: 'other' }
  await expect(
    startGeneration(context, { ...request, model, accountId: account.id }),
  ).rejects.toMatchObject({ refusal: { reason: 'provider_not_configured' } })
  expect(await readMoney(context, account.id)).toMatchObject({ balance: 1000, entries: [{}] })
})

describe('a rejection by one endpoint', () => {
  const forbidden = { delivery: 'refused', retryable: false, httpStatus: 403 } as const

  it('does not stop other endpoints', async () => {
    await detectProviderOutage(
      context,
      falOf(context),
      new ProviderError('provider_auth', 'not for this key', forbidden),
    )
    expect(await codes()).toEqual([])
  })

  it('is an outage when the provider rejects everything else too', async () => {
    const silent = { ...context, providers: testProviders('http://127.0.0.1:1') }
    await detectProviderOutage(
      silent,
      falOf(silent),
      new ProviderError('provider_auth', 'not for this key', forbidden),
    )
    expect(await codes()).toEqual(['provider_auth'])
  })

  it('an error that does not concern the account is no outage', async () => {
    for (const code of ['rate_limited', 'unavailable', 'timeout', 'invalid_input'] as const) {
      await detectProviderOutage(
        context,
        falOf(context),
        new ProviderError(code, 'x', { delivery: 'refused', retryable: true }),
      )
    }
    expect(await codes()).toEqual([])
  })
})
