import type { RouteConfig } from '@hono/zod-openapi'
import { z } from 'zod'
import { maxStreams } from '#core/events/stream-room.ts'
import { bySessionOrKey, refusals } from '#core/http/route.ts'

const headers = z.object({
  'x-fal-target-url': z.string().meta({
    description:
      'Submit, status, status stream, result or cancel of a model of this studio, below https://queue.fal.run.',
  }),
})

const shared = {
  path: '/api/wan/fal/proxy',
  description:
    'For the unmodified `@fal-ai/client`: `fal.config({ proxyUrl: "/api/wan/fal/proxy" })`. Nothing is forwarded. A ' +
    'submit is charged and recorded like any create call (header `idempotency-key`: the same request under the same ' +
    'one charges nothing, another one is a 409); a file in its input is uploaded here first, as is a `data:` URI in base64 (20 MiB together); everything else answers for the caller’s own requests. Refusals carry `error` and `code`, and fal’s ' +
    '`detail` and `message` beside them. ' +
    `An account may hold ${maxStreams.jobs} status streams open in each process; one more is answered 429.`,
  security: bySessionOrKey,
  request: { headers },
}
const falBody = { content: { 'application/json': { schema: z.looseObject({}) } } }

/**
 * The proxy in the OpenAPI document. Its bodies are fal's, and depend on the model in the header.
 */
export const falProxyPaths: RouteConfig[] = [
  {
    ...shared,
    method: 'get',
    summary: 'Status, status stream or result of a request, in fal’s words',
    responses: {
      200: { description: 'Completed: the status or the result.', ...falBody },
      202: { description: 'Waiting or in progress.', ...falBody },
      422: { description: 'The model refused its input; `detail` says why.', ...falBody },
      499: { description: 'It was cancelled.', ...falBody },
      500: { description: 'The model failed.', ...falBody },
      504: { description: 'It took too long.', ...falBody },
      ...refusals(400, 401, 403, 404, 503),
    },
  },
  {
    ...shared,
    method: 'post',
    summary: 'Submit to a model, in fal’s words',
    request: { headers, body: { required: true, ...falBody } },
    responses: {
      200: { description: 'Accepted and charged.', ...falBody },
      422: { description: 'The input is wrong; `detail` and `fields` name what.', ...falBody },
      ...refusals(400, 401, 403, 409, 413, 415, 503),
    },
  },
  {
    ...shared,
    method: 'put',
    summary: 'Cancel a waiting request, in fal’s words',
    responses: {
      200: { description: 'Cancelled and refunded.', ...falBody },
      202: { description: 'Being cancelled, unless it finishes first.', ...falBody },
      ...refusals(400, 401, 403, 404, 503),
    },
  },
]
