import { OpenAPIHono } from '@hono/zod-openapi'
import { z } from 'zod'
import { presentGeneration, readerOf } from '#core/generations/routes/present-generation.ts'
import type { ApiOptions, Env } from '#core/http/env.ts'
import { json, refusals, signedInRoute } from '#core/http/route.ts'
import { LineageView } from './contract.ts'
import { readLineage } from './read-lineage.ts'
import { maxLineageDepth, maxLineageNodes } from './rules.ts'

const params = z.object({ id: z.string() })

const lineage = signedInRoute({
  method: 'get',
  path: '/api/generations/{id}/lineage',
  summary: 'What a generation was made from, and what was made from it',
  description: `Within the account: at most ${maxLineageNodes} generations, ${maxLineageDepth} steps back and as many on.`,
  request: { params },
  responses: { 200: json(LineageView, 'The generations and their links.'), ...refusals(401, 404) },
})

/** What a generation was made from, and what was made from it. */
export function routes({ context }: ApiOptions) {
  return new OpenAPIHono<Env>().openapi(lineage, async (c) => {
    const account = c.get('account')
    const found = await readLineage(context, account.id, c.req.valid('param').id)
    const reader = readerOf(c, account)
    const generations = found.generations.map((generation) => presentGeneration(generation, reader))
    const answer = { generations, links: found.links, is_truncated: found.isTruncated }
    return c.json(answer, 200)
  })
}
