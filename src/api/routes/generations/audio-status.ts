import { createRoute, OpenAPIHono } from '@hono/zod-openapi'
import { z } from 'zod'
import { GenerationView } from '#contract/generation.ts'
import { plainText } from '#contract/history-query.ts'
import { pollGenerationNow } from '#services/generations/poll-generation-now.ts'
import { json, refusals, signedIn } from '../../document.ts'
import type { ApiOptions, Env } from '../../env.ts'
import { requireAccount } from '../../middleware/request.ts'
import { presentGeneration } from '../../presenters/present-generation.ts'
import { documentBody, readBody } from '../../read-body.ts'
import { readerOf } from '../../reader.ts'

/**
 * What the documents' browser claims about its job. Only the id is used
 * (docs/spec/api.md#the-server-decides).
 */
const AudioStatusHint = z.object({
  request_id: z.string().min(1).max(200).regex(plainText),
  status: z.unknown().optional(),
  audio_url: z.unknown().optional(),
  prompt: z.unknown().optional(),
  error_message: z.unknown().optional(),
})

const update = createRoute({
  method: 'post',
  path: '/api/wan/updateAudioStatus',
  summary: 'Hint that a sound may be ready',
  description:
    'Makes the server ask the provider now. Nobody but the provider completes or fails a job.',
  security: signedIn,
  request: { body: documentBody(AudioStatusHint) },
  responses: {
    200: json(GenerationView, 'The record as it stands.'),
    ...refusals(400, 401, 404, 415),
  },
})

export function audioStatusRoutes({ context }: ApiOptions) {
  return new OpenAPIHono<Env>().openapi(update, async (c) => {
    const account = requireAccount(c.get('account'))
    const { request_id: requestId } = await readBody(c, AudioStatusHint)
    const found = await pollGenerationNow(context, {
      accountId: account.id,
      requestId,
      kind: 'audio',
    })
    return c.json(presentGeneration(found, readerOf(c, account)), 200)
  })
}
