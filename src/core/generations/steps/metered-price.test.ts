import { describe, expect, it } from 'vitest'
import { verifyLedger } from '#core/credits/verify-ledger.ts'
import { createArk } from '#providers/ark/ark.ts'
import { readMoney } from '#testing/context.ts'
import { driveToEnd, readRow } from '#testing/drive.ts'
import { addModel, contextWith, startOn } from '#testing/providers/journey.ts'
import { type ServerAnswer, samplePng, testHttpServer } from '#testing/providers/test-server.ts'

const png = await samplePng

const model = addModel({
  id: 'ark-metered',
  name: 'Metered images',
  kind: 'image',
  generation_type: 'text-to-image',
  provider: 'ark',
  endpoints: [{ id: 'images/generations' }],
  fields: { prompt: { control: 'text', required: true }, num_images: { control: 'count', max: 4 } },
  price: {
    ...{ unit: 'image', base: 20, quantity: 'num_images' },
    metered: { unit: 'tokens', credits: 1, per: 1_000 },
  },
  request: { prompt: { from: 'prompt' }, n: { from: 'num_images' } },
  result: 'images',
})

/** Makes two images, which cost 40 of 100 credits at most. */
async function made(answer: (url: string) => { data: object[]; usage?: unknown }, misses = 0) {
  let missing = misses
  const { url } = await testHttpServer(({ path }): ServerAnswer => {
    if (path.startsWith('/files/'))
      return missing-- > 0 ? { status: 404, json: {} } : { bytes: png, type: 'image/png' }
    return { json: answer(url) }
  })
  const context = await contextWith(createArk({ id: 'ark', key: 'key', url }))
  const { account, row } = await startOn(context, model, { prompt: 'a fox', num_images: 2 })
  expect(row).toMatchObject({ price: 40, used: null })
  await driveToEnd(context, row.id)
  expect((await verifyLedger(context)).faults).toEqual([])
  const { spent } = await context.database
    .selectFrom('account')
    .select('spent')
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow()
  return { row: await readRow(context, row.id), money: await readMoney(context, account.id), spent }
}

const two = (url: string) => [{ url: `${url}/files/1.png` }, { url: `${url}/files/2.png` }]

describe('a generation whose price was the most', () => {
  it('pays what was used, and gets the rest back when it ends', async () => {
    const { row, money, spent } = await made((url) => ({
      data: two(url),
      usage: { generated_images: 2, output_tokens: 12_345, total_tokens: 12_345 },
    }))
    expect(row).toMatchObject({
      ...{ status: 'completed', price: 40, refunded: 27 },
      used: { unit: 'tokens', amount: 12_345 },
    })
    expect(money).toMatchObject({ balance: 87, sum: 87 })
    expect(spent).toBe(13)
  })

  it('pays what was used where its files are fetched later', async () => {
    const answer = (url: string) => ({ data: two(url), usage: { total_tokens: 12_345 } })
    const { row, money } = await made(answer, 3)
    expect(row).toMatchObject({ status: 'completed', refunded: 27, used: { amount: 12_345 } })
    expect(money).toMatchObject({ balance: 87, sum: 87 })
  })

  it('never pays more than was charged', async () => {
    const { row, money } = await made((url) => ({
      data: two(url),
      usage: { total_tokens: 900_000 },
    }))
    expect(row).toMatchObject({ status: 'completed', refunded: 0, used: { amount: 900_000 } })
    expect(money).toMatchObject({ balance: 60, sum: 60 })
  })

  it.each([[undefined], [{ total_tokens: '12' }], [{ total_tokens: -5 }], ['nonsense']])(
    'pays all of it where the provider has not counted: %j',
    async (usage) => {
      const { row, money } = await made((url) => ({ data: two(url), usage }))
      expect(row).toMatchObject({ status: 'completed', refunded: 0, used: null })
      expect(money).toMatchObject({ balance: 60, sum: 60 })
    },
  )

  it('pays for the results that came, where that is less than what was used', async () => {
    const one = (tokens: number) =>
      made((url) => ({
        data: [{ url: `${url}/files/1.png` }, { error: { code: 'x', message: 'y' } }],
        usage: { total_tokens: tokens },
      }))
    expect(await one(35_000)).toMatchObject({ row: { status: 'partial', refunded: 20 } })
    expect(await one(6_500)).toMatchObject({ row: { status: 'partial', refunded: 33 } })
  })

  it('pays nothing where nothing came, whatever was counted', async () => {
    const { row, money } = await made(() => ({ data: [], usage: { total_tokens: 5_000 } }))
    expect(row).toMatchObject({ status: 'failed', refunded: 40, used: null })
    expect(money).toMatchObject({ balance: 100, sum: 100 })
  })
})
