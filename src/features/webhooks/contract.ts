import { z } from 'zod'
import { generationEvents, maxEndpoints } from './rules.ts'

declare module '#core/texts/contract/errors.ts' {
  interface FeatureErrors {
    too_many_webhooks: { max: number }
  }
}

/** Where messages can be sent. */
export const endpointUrl = z
  .url({ protocol: /^https?$/, error: 'must be a web address' })
  .max(2_000)
  .regex(/^https?:\/\/[^/?#@\\]+(?:[/?#]|$)/, 'must not have a user name or a password')
  .meta({ description: 'An address on the internet, on port 80 or 443.' })

const events = z
  .array(z.enum(generationEvents))
  .min(1)
  .max(generationEvents.length)
  .overwrite((given) => generationEvents.filter((event) => given.includes(event)))
  .meta({ description: 'The events that are sent there.' })

/** `POST /api/account/webhooks`. */
export const CreateEndpoint = z
  .strictObject({ url: endpointUrl, events })
  .meta({ examples: [{ url: 'https://example.com/atelier', events: ['generation.completed'] }] })
export type CreateEndpoint = z.infer<typeof CreateEndpoint>

/** `PATCH /api/account/webhooks/{id}`. */
export const ChangeEndpoint = z
  .strictObject({
    url: endpointUrl,
    events,
    is_enabled: z.boolean().meta({ description: 'False: nothing is sent there.' }),
  })
  .partial()
  .meta({ examples: [{ is_enabled: false }] })
export type ChangeEndpoint = z.infer<typeof ChangeEndpoint>

const endpointExample = {
  id: '01a1fec2-8f0c-7c11-9d0a-3a5d6a5b8a10',
  url: 'https://example.com/atelier',
  events: ['generation.completed' as const],
  is_enabled: true,
  disabled_reason: null,
  created_at: '2026-11-21T09:05:00.000Z',
}

/** An address that receives events. */
export const EndpointView = z
  .object({
    id: z.string(),
    url: z.string(),
    events: z.array(z.enum(generationEvents)),
    is_enabled: z.boolean(),
    disabled_reason: z
      .enum(['owner', 'gone', 'failing'])
      .nullable()
      .meta({ description: 'gone: it answered 410; failing: a message was given up.' }),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'WebhookEndpoint', examples: [endpointExample] })
export type EndpointView = z.infer<typeof EndpointView>

export const EndpointList = z.object({
  webhooks: z.array(EndpointView).max(maxEndpoints),
})
export type EndpointList = z.infer<typeof EndpointList>

/** An endpoint with its secret, which is shown in this answer only. */
export const NewEndpointView = EndpointView.extend({
  secret: z.string().meta({ description: '`whsec_` and base64. Shown this once.' }),
}).meta({
  id: 'NewWebhookEndpoint',
  examples: [{ ...endpointExample, secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD' }],
})
export type NewEndpointView = z.infer<typeof NewEndpointView>

/** A message to an endpoint, and how its last attempt ended. */
export const DeliveryView = z
  .object({
    id: z.string().meta({ description: 'Also the header `webhook-id`.' }),
    event: z.string(),
    status: z.enum(['waiting', 'delivered', 'given_up']),
    attempts: z.int(),
    next_attempt_at: z.iso.datetime().nullable(),
    http_status: z.int().nullable().meta({ description: 'Of the last answer.' }),
    error: z.string().nullable().meta({ description: 'Why the last attempt failed.' }),
    generation_id: z.string().nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'WebhookDelivery' })
export type DeliveryView = z.infer<typeof DeliveryView>

export const DeliveryList = z.object({ deliveries: z.array(DeliveryView) })
export type DeliveryList = z.infer<typeof DeliveryList>
