import { OpenAPIHono } from '@hono/zod-openapi'
import { z } from 'zod'
import { AudioJob, UnderstandingJob } from '#core/history/contract/history-records.ts'
import type { ApiOptions, Env } from '#core/http/env.ts'
import { json, refusals, signedInRoute } from '#core/http/route.ts'
import { plainText } from '#core/texts/contract/plain-text.ts'
import { GenerationView } from '../generation-contract.ts'
import { pollGenerationNow, readOfKind } from '../read-generation.ts'
import { audioJob } from './audio-job.ts'
import { presentGeneration, readerOf } from './present-generation.ts'

/**
 * What the client reports about its job. Only the id is used (docs/spec/api.md#the-server-decides).
 */
const AudioStatusHint = z.object({
  request_id: z.string().min(1).max(200).regex(plainText),
  status: z.unknown().optional(),
  audio_url: z.unknown().optional(),
  prompt: z.unknown().optional(),
  error_message: z.unknown().optional(),
})

const update = signedInRoute({
  method: 'post',
  path: '/api/wan/updateAudioStatus',
  summary: 'Hint that a sound may be ready',
  description:
    'Makes the server ask the provider now. Only the provider’s answer completes or fails a job.',
  body: AudioStatusHint,
  responses: {
    200: json(GenerationView, 'The record as it stands.'),
    ...refusals(400, 401, 404, 415),
  },
})

export function audioStatusRoutes({ context }: ApiOptions) {
  return new OpenAPIHono<Env>().openapi(update, async (c) => {
    const account = c.get('account')
    const { request_id: requestId } = c.get('body')
    const found = await pollGenerationNow(context, {
      accountId: account.id,
      requestId,
      kind: 'audio',
    })
    return c.json(presentGeneration(found, readerOf(c, account)), 200)
  })
}

const readAudioJob = signedInRoute({
  method: 'get',
  path: '/api/audio-generation/status',
  summary: 'How a sound stands',
  request: { query: z.object({ record_id: z.string() }) },
  responses: { 200: json(AudioJob, 'As it stands.'), ...refusals(400, 401, 404) },
})

export function audioJobRoutes({ context }: ApiOptions) {
  return new OpenAPIHono<Env>().openapi(readAudioJob, async (c) => {
    const account = c.get('account')
    const { record_id: id } = c.req.valid('query')
    const found = await readOfKind(context, { accountId: account.id, id, kind: 'audio' })
    return c.json(audioJob(presentGeneration(found, readerOf(c, account)), c.get('language')), 200)
  })
}

const readUnderstandingJob = signedInRoute({
  method: 'get',
  path: '/api/image-understanding/status',
  summary: 'How a question about an image stands, and its answer',
  request: { query: z.object({ job_id: z.string() }) },
  responses: { 200: json(UnderstandingJob, 'As it stands.'), ...refusals(400, 401, 404) },
})

export function understandingStatusRoutes({ context }: ApiOptions) {
  return new OpenAPIHono<Env>().openapi(readUnderstandingJob, async (c) => {
    const account = c.get('account')
    const { job_id: id } = c.req.valid('query')
    const found = await readOfKind(context, {
      accountId: account.id,
      id,
      kind: 'image-understanding',
    })
    const generation = presentGeneration(found, readerOf(c, account))
    const { answer: result, error_message: error, created_at, updated_at } = generation
    return c.json(
      { job_id: generation.id, status: generation.status, result, error, created_at, updated_at },
      200,
    )
  })
}
