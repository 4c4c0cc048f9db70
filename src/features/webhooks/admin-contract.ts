import { z } from 'zod'
import { ActRequest } from '#core/operators/contract.ts'
import { operatorEvents } from '#core/operators/rules.ts'
import { DeliveryView, EndpointView, endpointUrl } from './contract.ts'
import { maxEndpoints } from './rules.ts'

const events = z
  .array(z.enum(operatorEvents))
  .min(1)
  .max(operatorEvents.length)
  .overwrite((given) => operatorEvents.filter((event) => given.includes(event)))

/** What an operator says of a new endpoint. */
export const OperatorEndpoint = z.strictObject({ url: endpointUrl, events })

/** `POST /api/admin/webhooks`. */
export const CreateWebhookRequest = ActRequest.extend(OperatorEndpoint.shape)

/** What an operator can change; what is absent stays. */
export const OperatorEndpointChange = OperatorEndpoint.extend({ is_enabled: z.boolean() }).partial()

/** `PATCH /api/admin/webhooks/{id}`. */
export const ChangeWebhookRequest = ActRequest.extend(OperatorEndpointChange.shape)

/** An address that receives events of all accounts. */
export const AdminWebhook = z.strictObject({
  ...EndpointView.shape,
  events: z.array(z.enum(operatorEvents)),
})
export type AdminWebhook = z.infer<typeof AdminWebhook>

/** `GET /api/admin/webhooks`: newest first. */
export const AdminWebhooksView = z.strictObject({ data: z.array(AdminWebhook).max(maxEndpoints) })
export type AdminWebhooksView = z.infer<typeof AdminWebhooksView>

/** With the secret, which is shown in this answer only. */
export const NewAdminWebhook = AdminWebhook.extend({ secret: z.string() })
export type NewAdminWebhook = z.infer<typeof NewAdminWebhook>

/** `POST /api/admin/webhooks/{id}/delete`. */
export const DeletedWebhookView = z.strictObject({ id: z.string() })

/** `GET /api/admin/webhooks/{id}/deliveries`: the newest 100, newest first. */
export const AdminDeliveriesView = z.strictObject({ data: z.array(DeliveryView) })
export type AdminDeliveriesView = z.infer<typeof AdminDeliveriesView>
