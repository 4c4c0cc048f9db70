import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { countLockWaits } from '#testing/database/sessions.ts'
import { createProduct, databaseOf } from '#testing/product.ts'
import { freeAccount, program, until } from '#testing/product-calls.ts'
import { createTemporaryDirectory, removeTemporaryDirectory } from '#testing/temporary-directory.ts'

const create = {
  model: 'flux-schnell',
  image_size: 'square',
  num_inference_steps: 1,
  prompt: 'a fox',
}
const states = ['pending', 'processing', 'completed'] as const

describe('kill -9 of the whole process tree while 20 generations are in all stages', () => {
  it('each ends correctly after a restart and is charged once', {
    timeout: 180_000,
  }, async () => {
    const product = await createProduct({ MOCK_DELAY_MS: '600' })
    onTestFinished(product.remove)
    const first = await product.start()
    const made = await product.atelier(
      'account',
      'create',
      '--email',
      'crash@example.com',
      '--credits',
      '1000',
      '--paid',
      '--key',
    )
    const { api_key: key } = JSON.parse(made.output)

    const requestFirst = program(first.url, key)
    const created = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        requestFirst('POST', '/api/image-generation/create', {
          ...create,
          seed: index,
          request_id: `r${index}`,
        }),
      ),
    )
    expect(created.map(({ status }) => status)).toEqual(Array(20).fill(200))
    await until(async () => {
      const { data } = (await requestFirst('GET', '/api/image-generation/history')).body as {
        data: GenerationView[]
      }
      return states.every((state) => data.some(({ status }) => status === state))
    })
    await first.kill()

    const second = await product.start()
    const requestSecond = program(second.url, key)
    await until(async () => {
      const { data } = (await requestSecond('GET', '/api/image-generation/history')).body as {
        data: GenerationView[]
      }
      return data.every(({ status }) => status !== 'pending' && status !== 'processing')
    })
    const ended = await Promise.all(
      created.map(
        async ({ body }) =>
          (await requestSecond('GET', `/api/generations/${body.id}`))
            .body as unknown as GenerationView,
      ),
    )
    const lost = ended.filter(({ status }) => status !== 'completed')
    // Only one whose submit was interrupted by the crash may be failed and refunded.
    expect(
      lost.every(
        (view) =>
          view.error_code === 'unknown_outcome' && view.credits_refunded === view.credits_charged,
      ),
    ).toBe(true)
    expect(lost.length).toBeLessThanOrEqual(1)
    for (const view of ended.filter(({ status }) => status === 'completed')) {
      expect(
        (await fetch(view.image_url?.replace(/^https?:\/\/[^/]+/, second.url) ?? '')).status,
      ).toBe(200)
    }
    const account = (await requestSecond('GET', '/api/account')).body
    expect(account).toMatchObject({ credits: { left_credits: 1000 - 8 * (20 - lost.length) } })
    expect(await product.atelier('ledger', 'verify')).toMatchObject({ code: 0 })
    expect(await second.stop()).toBe(0)
  })
})

describe('kill -9 while accounts get their allowance and start with it', () => {
  it('each has it once, and what it retries is charged once', { timeout: 180_000 }, async () => {
    const product = await freeProduct()
    const first = await product.start()
    const database = await databaseOf(product)
    const accounts = await Promise.all(Array.from({ length: 40 }, () => freeAccount(database)))
    await database.destroy()

    // Some have neither, some the allowance alone, some both when everything is killed.
    const start = (url: string, key: string) =>
      program(url, key)('POST', '/api/image-generation/create', { ...create, request_id: 'r' })
    const [killed, ...others] = [
      Promise.any(accounts.map(({ key }) => start(first.url, key))).then(() => first.kill()),
      ...accounts.map(({ key }) => program(first.url, key)('GET', '/api/account')),
    ]
    await Promise.allSettled(others)
    await killed

    const second = await product.start()
    const answers = await Promise.all(accounts.map(({ key }) => start(second.url, key)))
    expect(answers.map(({ status }) => status)).toEqual(accounts.map(() => 200))
    await until(async () => {
      const views = await Promise.all(
        accounts.map(({ key }, place) =>
          program(second.url, key)('GET', `/api/generations/${answers[place]?.body.id}`),
        ),
      )
      return views.every(({ body }) => body.status !== 'pending' && body.status !== 'processing')
    })
    for (const { key } of accounts) {
      const { data } = (await program(second.url, key)('GET', '/api/account/ledger')).body as {
        data: { reason: string; credits: number }[]
      }
      const count = (reason: string) => data.filter((entry) => entry.reason === reason).length
      expect([count('allowance'), count('charge')]).toEqual([1, 1])
      const { body } = await program(second.url, key)('GET', '/api/account')
      expect(body).toMatchObject({ credits: { left_credits: count('refund') === 0 ? 92 : 100 } })
    }
    expect(await product.atelier('ledger', 'verify')).toMatchObject({ code: 0 })
    expect(await second.stop()).toBe(0)
  })

  it('between the two, it has the allowance, and its retry is charged once', {
    timeout: 180_000,
  }, async () => {
    const product = await freeProduct()
    const first = await product.start()
    const [holder, observer] = [await databaseOf(product), await databaseOf(product)]
    const { key } = await freeAccount(observer)
    const start = (url: string) =>
      program(url, key)('POST', '/api/image-generation/create', { ...create, request_id: 'r' })

    // No generation can be inserted, so the charging statement waits; the allowance does not.
    const locked = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const held = holder.transaction().execute(async (transaction) => {
      await sql`lock table generation in exclusive mode`.execute(transaction)
      locked.resolve()
      await release.promise
    })
    held.catch(locked.reject)
    await locked.promise
    const started = start(first.url).catch(() => null)
    await until(async () => (await countLockWaits(observer, '%limits as%')) === 1)
    const entries = observer.selectFrom('credit_entry').select(['reason', 'credits'])
    const spent = entries.where('reason', 'in', ['allowance', 'charge'])
    expect(await spent.execute()).toEqual([{ reason: 'allowance', credits: 100 }])
    await first.kill()
    expect(await started).toBe(null)
    release.resolve()
    // The transaction ended with the database.
    await expect(held).rejects.toThrow()
    await Promise.allSettled([holder.destroy(), observer.destroy()])

    const second = await product.start()
    const answers = [await start(second.url), await start(second.url)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[0]?.body.id).toBe(answers[1]?.body.id)
    const ledger = await program(second.url, key)('GET', '/api/account/ledger')
    expect(ledger.body).toMatchObject({
      data: [
        { reason: 'charge', credits: -8, balance_after: 92 },
        { reason: 'allowance', credits: 100, balance_after: 100 },
      ],
    })
    expect(await product.atelier('ledger', 'verify')).toMatchObject({ code: 0 })
    expect(await second.stop()).toBe(0)
  })
})

/** The product where everybody gets 100 credits a month. */
async function freeProduct() {
  const folder = await createTemporaryDirectory('free-mode')
  onTestFinished(() => removeTemporaryDirectory(folder))
  const settings = path.join(folder, 'settings.json')
  const allowance = { credits: 100, period: 'month', is_cumulative: true }
  await writeFile(settings, JSON.stringify({ free_mode: true, free_allowance: allowance }))
  const product = await createProduct({ MOCK_DELAY_MS: '100', SETTINGS_FILE: settings })
  onTestFinished(product.remove)
  return product
}
