import { Hono } from 'hono'
import { readEndpointId } from './endpoints/documented-endpoint.ts'
import type { EmulatorEnv, EmulatorParts } from './http.ts'

/** The most endpoints of a page, fewer than fal's, so that a client has to follow pages. */
const mostListed = 20

/** fal's platform API: the endpoints of the documents in pages, and prices, which are made up. */
export function platformRoutes({ documents }: EmulatorParts): Hono<EmulatorEnv> {
  const models = documents.map((document) => {
    const { title = '', category = null } = titleOf(document)
    const metadata = { display_name: title, category, status: 'active' }
    return { endpoint_id: readEndpointId(document), metadata }
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

function titleOf(document: unknown): { title?: string; category?: string | null } {
  const { info = {} } = document as {
    info?: { title?: string; 'x-fal-metadata'?: { category?: string } }
  }
  return {
    ...(info.title && { title: info.title }),
    category: info['x-fal-metadata']?.category ?? null,
  }
}

function priceOf(category: string | null | undefined) {
  if (category?.endsWith('-to-image')) return { unit_price: 0.03, unit: 'images' }
  if (category?.endsWith('-to-video')) return { unit_price: 0.1, unit: 'seconds' }
  return { unit_price: 0.02, unit: 'requests' }
}
