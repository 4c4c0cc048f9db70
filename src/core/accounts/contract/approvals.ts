import { z } from 'zod'
import { ActRequest } from '#core/operators/contract.ts'
import { plainText } from '#core/texts/contract/plain-text.ts'

/** `GET /api/admin/waiting`: accounts that wait for approval, the longest first. */
export const WaitingAccountsView = z.strictObject({
  data: z.array(
    z.strictObject({
      id: z.string(),
      email: z.string(),
      name: z.string().nullable(),
      created_at: z.iso.datetime(),
    }),
  ),
  /** There are more than these. */
  has_more: z.boolean(),
})
export type WaitingAccountsView = z.infer<typeof WaitingAccountsView>

/** `POST /api/admin/accounts/{id}/reject`: `note` is what its owner reads. */
export const RejectRequest = ActRequest.extend({
  note: z.string().trim().min(1).max(200).regex(plainText),
})
