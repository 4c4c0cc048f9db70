import { Hono } from 'hono'
import { readEndpointId } from './endpoints/documented-endpoint.ts'
import type { EmulatorEnv, EmulatorParts } from './http.ts'

/** The most endpoints of a page, fewer than fal's, so that a client has to follow pages. */
const mostListed = 20

/** fal's platform API: the endpoints of the documents in pages, and prices, which are made up. */
export function platformRoutes({ documents }: EmulatorParts): Hono<EmulatorEnv> {
  const models = documents.map((document) => {
    const endpoint = readEndpointId(document)
    const metadata = {
      ...{ display_name: nameOf(endpoint), category: categoryOf(document), status: 'active' },
    }
    return { endpoint_id: endpoint, metadata }
  })
  const app = new Hono<EmulatorEnv>()

  app.get('/v1/models', (c) => {
    const first = Number(c.req.query('cursor')) || 0
    const limit = Math.min(Number(c.req.query('limit')) || mostListed, mostListed)
    const end = first + limit
    const hasMore = end < models.length
    return c.json({
      ...{ models: models.slice(first, end), has_more: hasMore },
      next_cursor: hasMore ? String(end) : null,
    })
  })

  app.get('/v1/models/pricing', (c) => {
    const asked = c.req.queries('endpoint_id') ?? []
    const found = models.filter(({ endpoint_id: id }) => id !== null && asked.includes(id))
    const prices = found.map(({ endpoint_id, metadata }) => ({
      ...{ endpoint_id, ...priceOf(metadata.category), currency: 'USD' },
    }))
    return c.json({ prices, next_cursor: null, has_more: false })
  })
  return app
}

/** The words of an endpoint after its owner. */
function nameOf(endpoint: string): string {
  const [, ...path] = endpoint.split('/')
  return path.join(' ').replaceAll(/[-_]/g, ' ')
}

function categoryOf(document: unknown): string | null {
  const { info } = document as { info?: { 'x-fal-metadata'?: { category?: string } } }
  return info?.['x-fal-metadata']?.category ?? null
}

function priceOf(category: string | null) {
  if (category?.endsWith('-to-image')) return { unit_price: 0.03, unit: 'images' }
  if (category?.endsWith('-to-video')) return { unit_price: 0.1, unit: 'seconds' }
  return { unit_price: 0.02, unit: 'requests' }
}
