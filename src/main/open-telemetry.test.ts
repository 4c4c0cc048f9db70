import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { otlpCollector } from '#testing/otlp-collector.ts'
import { readConfig } from './config.ts'
import { startTracing } from './open-telemetry.ts'

const resource = { 'atelier.role': 'all', 'service.version': '1.2.3' }

/** A tracer that sends to this address. */
async function tracing(url: string, more: Record<string, string> = {}) {
  const { tracing: settings } = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: url, ...more })
  if (!settings) throw new Error('An endpoint turns tracing on')
  const errors: unknown[] = []
  return { ...(await startTracing(settings, resource, (error) => errors.push(error))), errors }
}

it('sends spans with their parents, and errors by their code alone', async () => {
  const { url, spans, received } = await otlpCollector()
  const { tracer, stop } = await tracing(url, { OTEL_SERVICE_NAME: 'studio' })
  const failure = Object.assign(new Error('a prompt'), { code: 'content_policy' })
  const failing = tracer.inSpan('outer', { kind: 'server' }, () =>
    tracer.inSpan('inner', { attributes: { a: 1 } }, async (span) => {
      span.add({ b: 'x' })
      throw failure
    }),
  )
  await expect(failing).rejects.toBe(failure)
  expect(tracer.inSpan('other', {}, () => 7)).toBe(7)
  await stop()

  const [outer, inner, other] = ['outer', 'inner', 'other'].map((name) =>
    spans.find((span) => span.name === name),
  )
  expect(inner).toMatchObject({ parentSpanId: outer?.spanId, traceId: outer?.traceId, status: 2 })
  expect(inner?.attributes).toEqual({ a: 1, b: 'x', 'error.type': 'content_policy' })
  expect(outer).toMatchObject({ status: 2, attributes: { 'error.type': 'content_policy' } })
  expect(other?.traceId).not.toBe(outer?.traceId)
  expect(received.join()).not.toContain('a prompt')
  expect(received.join()).toContain('"path":"/v1/traces"')
  expect(received.join()).toContain('"stringValue":"studio"')
})

it('continues a valid traceparent, and begins anew at any other', async () => {
  const { url } = await otlpCollector()
  const { tracer, stop } = await tracing(url)
  const at = (parent: string) => tracer.inSpan('x', { parent }, () => tracer.traceparent())
  const id = '0af7651916cd43dd8448eb211c80319c'
  expect(at(`00-${id}-b7ad6b7169203331-01`)).toMatch(RegExp(`^00-${id}-[\\da-f]{16}-01$`))
  for (const invalid of [
    '',
    'x',
    `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
    `00-${id}-b7ad6b7169203331-01-x`,
    `ff-${id}-b7ad6b7169203331-01`,
  ])
    expect(at(invalid)).toMatch(RegExp(`^00-(?!${id})[\\da-f]{32}-[\\da-f]{16}-01$`))
  expect(tracer.traceparent()).toBeNull()
  await stop()
})

it.each([
  ['always_on', '1', ['wanted', 'unwanted', 'root']],
  ['always_off', '1', []],
  ['traceidratio', '0', []],
  ['parentbased_always_off', '1', ['wanted']],
  ['parentbased_traceidratio', '0', ['wanted']],
  ['parentbased_traceidratio', '1', ['wanted', 'root']],
])('samples with %s and %s: %j', async (sampler, argument, expected) => {
  const { url, spans } = await otlpCollector()
  const { tracer, stop } = await tracing(url, {
    OTEL_TRACES_SAMPLER: sampler,
    OTEL_TRACES_SAMPLER_ARG: argument,
  })
  const parent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331'
  tracer.inSpan('wanted', { parent: `${parent}-01` }, () => undefined)
  tracer.inSpan('unwanted', { parent: `${parent}-00` }, () => undefined)
  tracer.inSpan('root', {}, () => undefined)
  await stop()
  expect(spans.map(({ name }) => name)).toEqual(expected)
})

it('ends within its time while the collector does not answer', { timeout: 9_000 }, async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  onTestFinished(() => {
    silent.closeAllConnections()
    silent.close()
  })
  await new Promise((resolve) => silent.once('listening', resolve))
  const { port } = silent.address() as AddressInfo
  const { tracer, stop } = await tracing(`http://127.0.0.1:${port}`)
  expect(tracer.inSpan('x', {}, () => 'done')).toBe('done')
  await stop()
})

it('reports a collector that refuses, and changes nothing else', async () => {
  const refusing = createServer((_request, response) => response.writeHead(400).end())
  refusing.listen(0, '127.0.0.1')
  onTestFinished(() => void refusing.close())
  await new Promise((resolve) => refusing.once('listening', resolve))
  const { port } = refusing.address() as AddressInfo
  const { tracer, stop, errors } = await tracing(`http://127.0.0.1:${port}`)
  // As many as are sent at once, without waiting.
  for (let count = 0; count < 512; count++)
    expect(tracer.inSpan('x', {}, () => 'done')).toBe('done')
  await expect.poll(() => errors.length).toBe(1)
  await stop()
})
