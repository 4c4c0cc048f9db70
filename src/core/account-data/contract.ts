import { z } from 'zod'
import { DeleteAccount } from '#core/accounts/contract/account.ts'
import { ActRequest } from '#core/operators/contract.ts'

/** `POST /api/admin/accounts/{id}/delete`: `email` is its address, repeated. */
export const DeleteAccountRequest = ActRequest.extend(DeleteAccount.shape)

/** `POST /api/admin/accounts/{id}/export`: `act_id` identifies the export. */
export const ExportAccountRequest = ActRequest.required({ act_id: true })

/** `POST /api/admin/accounts/{id}/export`: where the file is, for ten minutes. */
export const ExportBegunView = z.strictObject({ url: z.string() })
export type ExportBegunView = z.infer<typeof ExportBegunView>

/** `GET /api/admin/accounts/{id}/export`. */
export const ExportQuery = z.strictObject({ act: ActRequest.required().shape.act_id })
