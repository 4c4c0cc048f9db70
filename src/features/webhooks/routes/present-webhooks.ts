import type { DeliveryView, EndpointView } from '../contract.ts'
import type { WebhookDeliveryRow, WebhookEndpointRow } from '../manage-endpoints.ts'
import type { WebhookEvent } from '../rules.ts'

/** Presents an endpoint; `events`: all that one of its kind can receive, in their order. */
export function presentEndpoint<Event extends WebhookEvent>(
  row: WebhookEndpointRow,
  events: readonly Event[],
): Omit<EndpointView, 'events'> & { events: Event[] } {
  const { id, url, disabled_reason } = row
  return {
    ...{ id, url, disabled_reason, is_enabled: disabled_reason === null },
    events: events.filter((event) => row.events.includes(event)),
    created_at: row.created_at.toISOString(),
  }
}

/** Presents a message without its content. */
export function presentDelivery(row: WebhookDeliveryRow): DeliveryView {
  const { id, event, attempts, due_at, http_status, error, generation_id, delivered_at } = row
  const status = delivered_at ? 'delivered' : due_at ? 'waiting' : 'given_up'
  return {
    ...{ id, event, status, attempts, http_status, error, generation_id },
    next_attempt_at: due_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}
