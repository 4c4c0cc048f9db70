import { describe, expect, it } from 'vitest'
import { recordTrouble } from '#database/queries/outages.ts'
import { testClient, testStudio } from '#testing/studio.ts'
import { metricsRoutes } from './metrics.ts'

const studio = await testStudio()

async function scrape(): Promise<Map<string, number>> {
  const response = await studio.app.request('http://localhost:3000/metrics')
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=/)
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith('atelier_'))
  return new Map(
    lines.map((line) => [
      line.slice(0, line.lastIndexOf(' ')),
      Number(line.slice(line.lastIndexOf(' '))),
    ]),
  )
}

describe('GET /metrics', () => {
  it('counts generations and credits, and requests by their route', async () => {
    const client = await testClient(studio)
    const create = { model: 'flux-schnell', image_size: 'square', prompt: 'a fox' }
    const { body } = await client.request('POST', '/api/image-generation/create', create)
    const ended = 'atelier_generations_ended_total{kind="image",status="completed",error_code=""}'
    await expect.poll(async () => (await scrape()).get(ended)).toBe(1)
    await client.request('GET', `/api/generations/${body.id}`)
    await client.request('GET', '/api/no-such-thing')

    const figures = await scrape()
    expect(figures.get('atelier_generations_started_total{kind="image"}')).toBe(1)
    expect(figures.get('atelier_credits_charged_total{kind="image"}')).toBe(8)
    const requests = [...figures.keys()].filter((name) =>
      name.startsWith('atelier_http_request_seconds_count'),
    )
    expect(requests.map((name) => /route="([^"]*)"/.exec(name)?.[1])).toEqual([
      '/api/image-generation/create',
      '/api/generations/:id',
      '/api/*',
    ])
    expect([...figures.keys()].filter((name) => name.includes(body.id))).toEqual([])
  })

  it('says how things stand', async () => {
    const { database } = studio.context
    await recordTrouble(database, {
      code: 'provider_funds',
      detail: 'nothing left',
      probeAfter: 1_000_000,
    })
    const figures = await scrape()
    expect(figures.get('atelier_provider_trouble{code="provider_funds"}')).toBe(1)
    expect(figures.get('atelier_provider_trouble{code="provider_locked"}')).toBe(0)
    expect(figures.get('atelier_generations_open{kind="video",step="submit"}')).toBe(0)
    expect(figures.get('atelier_oldest_due_seconds')).toBe(0)
    expect(figures.get('atelier_generations_overdue')).toBe(0)
    expect(figures.get('atelier_event_streams')).toBe(0)
    expect(figures.get('atelier_database_up')).toBe(1)
  })
})

describe('who may read the metrics', () => {
  const read = async () => ({ contentType: 'text/plain', text: 'figures' })
  const status = async (
    options: { token: string | undefined; isOpen: boolean },
    authorization?: string,
  ) => {
    const headers = { ...(authorization && { authorization }) }
    return (await metricsRoutes({ read, ...options }).request('/metrics', { headers })).status
  }
  const token = 'a long token of the operator'

  it('is everybody in a demo', async () => {
    expect(await status({ token: undefined, isOpen: true })).toBe(200)
  })

  it('is nobody in production without a token', async () => {
    expect(await status({ token: undefined, isOpen: false })).toBe(404)
    expect(await status({ token: undefined, isOpen: false }, 'Bearer undefined')).toBe(404)
  })

  it('is whoever has the token, where there is one', async () => {
    for (const isOpen of [true, false]) {
      expect(await status({ token, isOpen }, `Bearer ${token}`)).toBe(200)
      expect(await status({ token, isOpen }, `Bearer ${token}x`)).toBe(404)
      expect(await status({ token, isOpen })).toBe(404)
    }
  })
})
