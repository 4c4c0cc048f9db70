import { queryOptions } from '@tanstack/react-query'
import { request, retryUnlessRefused } from '#web/lib/api.ts'
import { m } from '#web/messages/compiled/messages.js'
import type { CreateEndpoint } from '../contract.ts'
import { messagesInterval } from './webhook-messages.tsx'

/** The account's webhooks, newest first. The server disables them without an event. */
export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: async ({ signal }) =>
    (await request('GET', '/api/account/webhooks', { signal })).webhooks,
  staleTime: 0,
  refetchOnWindowFocus: true,
  retry: retryUnlessRefused,
})

/** The newest messages to an endpoint. */
export const messagesQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', id, 'messages'],
    queryFn: async ({ signal }) => {
      const path = '/api/account/webhooks/{id}/deliveries'
      return (await request('GET', path, { params: { id }, signal })).deliveries
    },
    staleTime: 0,
    refetchInterval: messagesInterval,
    retry: retryUnlessRefused,
  })

type Event = CreateEndpoint['events'][number]

/** The text of each event, after “when a generation”. */
export const eventTexts: Record<Event, () => string> = {
  'generation.completed': m.webhooks_event_completed,
  'generation.partial': m.webhooks_event_partial,
  'generation.failed': m.webhooks_event_failed,
}

export const webhookEvents = Object.keys(eventTexts) as Event[]
