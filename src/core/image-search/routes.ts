import { OpenAPIHono } from '@hono/zod-openapi'
import { z } from 'zod'
import type { ApiOptions, Env } from '#core/http/env.ts'
import { json, refusals, signedInRoute } from '#core/http/route.ts'
import { NearCopiesView } from './contract.ts'
import { findNearCopies } from './find-near-copies.ts'

const route = signedInRoute({
  method: 'get',
  path: '/api/near-copies',
  summary: 'The account’s records with a near copy of one of its files',
  description:
    'Compared by PDQ, a perceptual hash: a copy that was compressed, made smaller or slightly changed is found. Videos are compared by the image that represents them.',
  request: {
    query: z.strictObject({
      address: z
        .string()
        .max(500)
        .meta({ description: 'The path of a file of the account, such as an upload: /media/…' }),
    }),
  },
  responses: {
    200: json(NearCopiesView, 'None where the file shows too little to be recognised.'),
    ...refusals(400, 401, 404, 503),
  },
})

/** Searches of an account's images by how they look. */
export function nearCopiesRoute({ context }: ApiOptions) {
  return new OpenAPIHono<Env>().openapi(route, async (c) => {
    const { address } = c.req.valid('query')
    const accountId = c.get('account').id
    const generations = await findNearCopies(context, { accountId, address })
    return c.json({ generations }, 200)
  })
}
