import { describe, expect, it, onTestFinished } from 'vitest'
import type { GenerationView } from '#contract/generation.ts'
import { createProduct } from '#testing/product.ts'

type Answer = { status: number; body: Record<string, unknown> }

function program(url: string, key: string) {
  return async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const response = await fetch(url + path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
}

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

/** Polls a condition; the test's own timeout ends it. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 100))
}
