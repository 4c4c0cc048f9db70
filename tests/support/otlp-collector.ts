import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { afterFile } from './after-file.ts'

/** A span as the collector got it. `role`: of the process that sent it. */
export type CollectedSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  role: string
  attributes: Record<string, unknown>
  links: { traceId: string }[]
  /** 2: failed. */
  status: number
}

type KeyValue = { key: string; value: Record<string, unknown> }
type Export = {
  resourceSpans: {
    resource: { attributes: KeyValue[] }
    scopeSpans: { spans: (Omit<CollectedSpan, 'attributes' | 'status'> & OtlpSpan)[] }[]
  }[]
}
type OtlpSpan = { attributes: KeyValue[]; status: { code?: number } }

/**
 * An OTLP collector on loopback that keeps spans, closed after the test file. `received`: the whole
 * text of what was sent.
 */
export async function otlpCollector() {
  const spans: CollectedSpan[] = []
  const received: string[] = []
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as Export
    received.push(JSON.stringify({ path: request.url, body }))
    spans.push(...spansOf(body))
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterFile(async () => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The collector has no port')
  return { url: `http://127.0.0.1:${address.port}`, spans, received }
}

function spansOf({ resourceSpans }: Export): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const role = String(valuesOf(resource.attributes)['atelier.role'])
    return scopeSpans.flatMap((scope) =>
      scope.spans.map(({ attributes, status, ...span }) => ({
        ...span,
        role,
        attributes: valuesOf(attributes),
        links: span.links ?? [],
        status: status.code ?? 0,
      })),
    )
  })
}

function valuesOf(attributes: KeyValue[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
}
