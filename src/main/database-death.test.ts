import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { killPostmaster } from '#testing/database/start-embedded-owner.ts'
import { createProduct, type Product } from '#testing/product.ts'

const create = {
  model: 'flux-schnell',
  image_size: 'square',
  num_inference_steps: 1,
  prompt: 'a fox',
}

async function startWithKey(product: Product) {
  const running = await product.start()
  const account = [
    'account',
    'create',
    '--email',
    'death@example.com',
    '--credits',
    '1000',
    '--paid',
    '--key',
  ]
  const { api_key: key } = JSON.parse((await product.atelier(...account)).output)
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const request = (address: string, init: RequestInit = {}) =>
    fetch(running.url + address, { ...init, headers: { ...headers, ...init.headers } })
  return { running, request }
}

async function databaseOf({ dataDir }: Product): Promise<string> {
  const elsewhere = await readFile(path.join(dataDir, 'postgres.location'), 'utf8').catch(
    () => null,
  )
  return elsewhere?.trim() ?? path.join(dataDir, 'postgres')
}

/**
 * Reads one event stream and never reconnects. `ended` has the ids of ended generations; `until`
 * waits for them.
 */
async function follow(request: (address: string) => Promise<Response>) {
  const ended = new Set<string>()
  let wake: () => void = () => undefined
  const next = () =>
    new Promise<void>((resolve) => {
      wake = resolve
    })
  const { body } = await request('/api/events')
  const reading = (async () => {
    let text = ''
    for await (const chunk of (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
      const blocks = (text + chunk).split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const data = /^event: generation\ndata: (.*)$/m.exec(block)?.[1]
        const view = data && (JSON.parse(data) as GenerationView)
        if (view && view.status !== 'pending' && view.status !== 'processing') ended.add(view.id)
      }
      wake()
    }
    throw new Error('The stream ended')
  })()
  const until = async (ids: string[]) => {
    while (!ids.every((id) => ended.has(id))) {
      await Promise.race([reading, next()])
    }
  }
  reading.catch(() => undefined)
  return { until }
}

describe('kill -9 of the embedded PostgreSQL under a running server', () => {
  it('ends no process, loses nothing, and causes 503 until it is restarted', {
    timeout: 300_000,
  }, async () => {
    const product = await createProduct({ MOCK_DELAY_MS: '600', DATABASE_URL: '' })
    onTestFinished(product.remove)
    const { running, request } = await startWithKey(product)
    const stream = await follow(request)
    const answers: { status: number; retryAfter: string | null }[] = []

    /** Repeats a request under one request id until it is answered. */
    const start = async (requestId: string): Promise<string> => {
      const body = JSON.stringify({ ...create, request_id: requestId })
      for (;;) {
        const response = await request('/api/image-generation/create', { method: 'POST', body })
        answers.push({ status: response.status, retryAfter: response.headers.get('retry-after') })
        const { id } = (await response.json()) as { id?: string }
        if (id) return id
      }
    }
    const startMany = (name: string) =>
      Promise.all(Array.from({ length: 8 }, (_, index) => start(`${name}${index}`)))

    const ids = await startMany('before')
    for (const round of ['first', 'second']) {
      await killPostmaster(await databaseOf(product))
      ids.push(...(await startMany(round)))
    }
    await stream.until(ids)

    expect(new Set(ids).size).toBe(24)
    const statuses = new Set(answers.map(({ status }) => status))
    expect(statuses).toEqual(new Set([200, 503]))
    expect(
      answers
        .filter(({ status }) => status === 503)
        .every(({ retryAfter }) => Number(retryAfter) > 0),
    ).toBe(true)

    const views = await Promise.all(
      ids.map(
        async (id) => (await (await request(`/api/generations/${id}`)).json()) as GenerationView,
      ),
    )
    const lost = views.filter(({ status }) => status !== 'completed')
    // Only one whose submit was interrupted by the kill may be failed and refunded.
    expect(lost.filter((view) => view.credits_refunded !== view.credits_charged)).toEqual([])
    const account = await (await request('/api/account')).json()
    expect(account).toMatchObject({ credits: { left_credits: 1000 - 8 * (24 - lost.length) } })
    expect(await product.atelier('ledger', 'verify')).toMatchObject({ code: 0 })
    expect(await running.stop()).toBe(0)
  })
})
