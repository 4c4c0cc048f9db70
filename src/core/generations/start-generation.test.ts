import { describe, expect, it } from 'vitest'
import { Refused } from '#core/refused.ts'
import { readMoney, testAccount, testContext } from '#testing/context.ts'
import { readRow } from '#testing/drive.ts'
import { fluxDev, fluxSchnell } from '#testing/models.ts'
import { testSettings } from '#testing/settings.ts'
import { type StartRequest, startGeneration } from './start-generation.ts'

const context = await testContext()

describe('starting a generation', () => {
  const start = (
    accountId: string,
    requestId?: string,
    input: Record<string, unknown> = { prompt: 'a fox' },
  ) => startGeneration(context, { accountId, model: fluxDev, input, requestId, isPublic: true })

  it('charges the price with a ledger entry and makes the generation due', async () => {
    const account = await testAccount(context, { credits: 100 })
    const row = await start(account.id, undefined, { prompt: 'a fox', num_images: 2 })

    expect(row).toMatchObject({ price: 60, requested: 2, status: 'pending', step: 'submit' })
    expect(await readMoney(context, account.id)).toMatchObject({
      balance: 40,
      sum: 40,
      entries: [
        { reason: 'grant', credits: 100 },
        { reason: 'charge', credits: -60 },
      ],
    })
  })

  it('returns the row as it is in the table, without reading it', async () => {
    const account = await testAccount(context)
    const parent = await start(account.id)
    const request = { accountId: account.id, model: fluxDev, requestId: undefined, isPublic: false }
    const again = { ...request, input: { prompt: 'a fox, again', seed: 7 }, parentId: parent.id }
    for (const row of [parent, await startGeneration(context, again)]) {
      expect(row).toEqual(await readRow(context, row.id))
    }
  })

  it('returns the same generation for the same request id and charges nothing', async () => {
    const account = await testAccount(context, { credits: 100 })
    const first = await start(account.id, 'abc')
    const second = await start(account.id, 'abc', { unknown: 1, num_images: 1, prompt: 'a fox' })

    expect(second.id).toBe(first.id)
    expect((await readMoney(context, account.id)).balance).toBe(70)
  })

  describe('a different request with the same request id is refused', () => {
    const first = {
      model: fluxDev,
      input: { prompt: 'a fox' },
      requestId: 'abc',
      isPublic: true,
      parentId: null,
    }

    it.each<[string, Partial<StartRequest>]>([
      ['another prompt', { input: { prompt: 'something else' } }],
      ['another value of a field that was left out', { input: { prompt: 'a fox', num_images: 2 } }],
      ['input that is not valid', { input: {} }],
      ['another model', { model: fluxSchnell }],
      ['another visibility', { isPublic: false }],
      ['another parent', { parentId: '01990000-0000-7000-8000-000000000000' }],
    ])('with %s', async (_, other) => {
      const account = await testAccount(context, { credits: 100 })
      const { id } = await startGeneration(context, { accountId: account.id, ...first })
      const again = startGeneration(context, { accountId: account.id, ...first, ...other })
      await expect(again).rejects.toMatchObject({ refusal: { reason: 'request_id_reused' } })
      expect((await readMoney(context, account.id)).balance).toBe(70)
      expect((await startGeneration(context, { accountId: account.id, ...first })).id).toBe(id)
    })

    it('also when both are concurrent: one is charged', async () => {
      const account = await testAccount(context, { credits: 1000 })
      const some = await Promise.allSettled(
        Array.from({ length: 20 }, (_, n) =>
          start(account.id, 'hot', { prompt: n % 2 ? 'a fox' : 'a hen' }),
        ),
      )
      const rows = some.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []))
      const reasons = some.flatMap((one) =>
        one.status === 'rejected' ? [(one.reason as Refused).refusal.reason] : [],
      )
      expect(new Set(rows).size).toBe(1)
      expect(reasons).toEqual(Array(10).fill('request_id_reused'))
      expect((await readMoney(context, account.id)).balance).toBe(970)
    })

    it('but not where only the account’s default has changed in between', async () => {
      const account = await testAccount(context, { credits: 100 })
      const request = { accountId: account.id, ...first }
      const { id } = await startGeneration(context, { ...request, isPublicByDefault: true })
      const later = await startGeneration(context, {
        ...request,
        isPublic: false,
        isPublicByDefault: true,
      })
      expect(later.id).toBe(id)
    })

    it('but not where the earlier one has no hash, from an older version', async () => {
      const account = await testAccount(context, { credits: 100 })
      const { id } = await start(account.id, 'abc')
      await context.database
        .updateTable('generation')
        .set({ request_hash: null })
        .where('id', '=', id)
        .execute()
      expect((await start(account.id, 'abc', { prompt: 'something else' })).id).toBe(id)
    })
  })

  it('lets two accounts use the same request id', async () => {
    const [one, two] = [await testAccount(context), await testAccount(context)]
    expect((await start(one.id, 'same')).id).not.toBe((await start(two.id, 'same')).id)
  })

  it('charges once when the same request id arrives fifty times at once', async () => {
    const account = await testAccount(context, { credits: 1000 })
    const rows = await Promise.all(Array.from({ length: 50 }, () => start(account.id, 'hot')))

    expect(new Set(rows.map((row) => row.id)).size).toBe(1)
    expect((await readMoney(context, account.id)).balance).toBe(970)
  })

  it('starts exactly as many as the balance pays for, by concurrent calls too', async () => {
    const account = await testAccount(context, { credits: 90 })
    const results = await Promise.allSettled(Array.from({ length: 60 }, () => start(account.id)))
    const refused = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason] : [],
    )

    expect(refused).toHaveLength(57)
    expect(refused[0]).toBeInstanceOf(Refused)
    expect((refused[0] as Refused).refusal).toEqual({
      reason: 'insufficient_credits',
      required: 30,
      current: 0,
    })
    expect(await readMoney(context, account.id)).toMatchObject({ balance: 0, sum: 0 })
  })

  it('starts when the balance is exactly the price, and not with one credit less', async () => {
    const exact = await testAccount(context, { credits: 30 })
    const short = await testAccount(context, { credits: 29 })
    await start(exact.id)
    await expect(start(short.id)).rejects.toMatchObject({ refusal: { required: 30, current: 29 } })
  })

  it('reports missing credits before a missing purchase', async () => {
    const poor = await testAccount(context, { credits: 0, paid: false })
    const free = await testAccount(context, { credits: 500, paid: false })
    await expect(start(poor.id)).rejects.toMatchObject({
      refusal: { reason: 'insufficient_credits' },
    })
    await expect(start(free.id)).rejects.toMatchObject({ refusal: { reason: 'never_paid' } })
    expect((await readMoney(context, free.id)).balance).toBe(500)
  })

  it('refuses bad input with every field named, and charges nothing', async () => {
    const account = await testAccount(context)
    const bad = { prompt: ' ', num_images: 5, num_inference_steps: 9 }
    await expect(start(account.id, undefined, bad)).rejects.toMatchObject({
      refusal: {
        reason: 'invalid_input',
        problems: [
          { field: 'prompt', problem: 'required' },
          { field: 'num_images', problem: 'not_an_option' },
          { field: 'num_inference_steps', problem: 'out_of_range', min: 10, max: 50 },
        ],
      },
    })
    expect((await readMoney(context, account.id)).balance).toBe(1000)
  })

  it('refuses another price than the client showed, unless it has started before', async () => {
    const account = await testAccount(context, { credits: 100 })
    const request = { accountId: account.id, model: fluxDev, input: { prompt: 'a fox' } }
    const shown = (credits: number) =>
      startGeneration(context, {
        ...{ ...request, requestId: 'shown', isPublic: true, expectedCredits: credits },
      })
    await expect(shown(29)).rejects.toMatchObject({
      refusal: { reason: 'price_changed', required: 30 },
    })
    expect((await readMoney(context, account.id)).balance).toBe(100)
    const { id } = await shown(30)
    expect((await shown(29)).id).toBe(id)
    expect((await readMoney(context, account.id)).balance).toBe(70)
  })

  it('charges what the operator’s override says', async () => {
    const settings = testSettings({ model_prices: { 'flux-schnell.square_hd': 7 } })
    const cheap = { ...context, settings }
    const account = await testAccount(context, { credits: 10 })
    const input = { prompt: 'a fox' }
    const row = await startGeneration(cheap, {
      accountId: account.id,
      model: fluxSchnell,
      input,
      requestId: undefined,
      isPublic: true,
    })
    expect(row.price).toBe(7)
  })
})
