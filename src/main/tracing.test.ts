import { randomUUID } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { testConnection } from '#testing/database/database.ts'
import { urlOf } from '#testing/database/url-of.ts'
import { freePort } from '#testing/free-port.ts'
import { type CollectedSpan, otlpCollector } from '#testing/otlp-collector.ts'
import { createProduct } from '#testing/product.ts'
import { testEmulator } from '#testing/server.ts'

const prompt = 'a fox that nobody else may read about'

/** A web and a worker process that send their spans to a collector. */
async function tracedProcesses(more: Record<string, string> = {}) {
  const collector = await otlpCollector()
  const emulator = await testEmulator({ delayMs: 300 })
  const port = String(await freePort())
  const shared = {
    DATABASE_URL: urlOf(await testConnection()),
    PUBLIC_URL: `http://localhost:${port}`,
    ...{ FAL_KEY: 'test', FAL_QUEUE_URL: emulator.url, FAL_REST_URL: emulator.url },
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    ...more,
  }
  const web = await createProduct({ ...shared, PORT: port, ATELIER_ROLE: 'web' })
  onTestFinished(web.remove)
  const storage = { DATA_DIR: web.dataDir }
  const worker = await createProduct({ ...shared, ...storage, PORT: port, ATELIER_ROLE: 'worker' })
  onTestFinished(worker.remove)
  const [running, working] = [await web.start(), await worker.start()]
  const made = await web.atelier(
    ...['account', 'create', '--email', `${randomUUID()}@example.com`],
    ...['--credits', '1000', '--paid', '--key'],
  )
  const key = JSON.parse(made.output).api_key as string
  const stop = () => Promise.all([running.stop(), working.stop()])
  return { collector, url: running.url, key, stop }
}

/** Creates an image and waits for its end; returns the answer's request id. */
async function createImage(url: string, key: string, traceparent: string) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const created = await fetch(`${url}/api/image-generation/create`, {
    method: 'POST',
    headers: { ...headers, traceparent },
    body: JSON.stringify({ model: 'flux-schnell', prompt }),
  })
  const { id } = (await created.json()) as { id: string }
  const status = async () => {
    const answer = await fetch(`${url}/api/generations/${id}`, { headers })
    return ((await answer.json()) as { status: string }).status
  }
  await expect.poll(status, { timeout: 30_000 }).toBe('completed')
  return { id, requestId: created.headers.get('x-request-id') }
}

const parentOf = (spans: CollectedSpan[], name: string) => {
  const span = spans.find((each) => each.name === name)
  return spans.find(({ spanId }) => spanId === span?.parentSpanId)?.name
}

it('records one generation as one trace over two processes', { timeout: 300_000 }, async () => {
  const { collector, url, key, stop } = await tracedProcesses()
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const made = await createImage(url, key, `00-${traceId}-b7ad6b7169203331-01`)
  expect(await stop()).toEqual([0, 0])

  const spans = collector.spans.filter((span) => span.traceId === traceId)
  const create = spans.find(({ name }) => name === 'POST /api/image-generation/create')
  expect(create).toMatchObject({ role: 'web', parentSpanId: 'b7ad6b7169203331' })
  expect(create?.attributes).toMatchObject({
    'http.response.status_code': 200,
    'atelier.request_id': made.requestId,
  })
  expect(parentOf(spans, 'charge')).toBe('POST /api/image-generation/create')
  for (const [name, role] of [
    ['submit', 'worker'],
    ['webhook', 'web'],
    ['collect', 'worker'],
  ]) {
    const span = spans.find((each) => each.name === name)
    expect(span).toMatchObject({ role, attributes: { 'atelier.generation': made.id } })
    expect(parentOf(spans, name ?? '')).toBe('charge')
  }
  // The provider is called within the step.
  expect(parentOf(spans, 'POST')).toBe('submit')
  const webhook = spans.find(({ name }) => name === 'webhook')
  const request = collector.spans.find(({ traceId: id }) => id === webhook?.links[0]?.traceId)
  expect(request?.name).toBe('POST /api/wan/getImageResult')
  expect(collector.received.join()).not.toContain('nobody else may read')
  expect(collector.received.join()).not.toContain('@example.com')
})

it('samples by OTEL_TRACES_SAMPLER, alike in every process', { timeout: 300_000 }, async () => {
  const { collector, url, key, stop } = await tracedProcesses({
    OTEL_TRACES_SAMPLER: 'parentbased_always_off',
  })
  const wanted = '1af7651916cd43dd8448eb211c80319c'
  const unwanted = '2af7651916cd43dd8448eb211c80319c'
  await createImage(url, key, `00-${wanted}-b7ad6b7169203331-01`)
  await createImage(url, key, `00-${unwanted}-b7ad6b7169203331-00`)
  await stop()
  expect(new Set(collector.spans.map(({ traceId }) => traceId))).toEqual(new Set([wanted]))
  expect(new Set(collector.spans.map(({ role }) => role))).toEqual(new Set(['web', 'worker']))
})
