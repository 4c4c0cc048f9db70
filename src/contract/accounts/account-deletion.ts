import { z } from 'zod'

/** `DELETE /api/account`: the own e-mail again (whatever its capitals), so that nobody does it by accident. */
export const DeleteAccount = z.object({ email: z.string().min(1).max(320) })
export type DeleteAccount = z.infer<typeof DeleteAccount>
