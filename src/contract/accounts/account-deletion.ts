import { z } from 'zod'

/**
 * `DELETE /api/account`: the own e-mail again (whatever its capitals), so that nobody does it by
 * accident.
 */
export const DeleteAccount = z
  .object({ email: z.string().min(1).max(320) })
  .meta({ examples: [{ email: 'ada@example.com' }] })
export type DeleteAccount = z.infer<typeof DeleteAccount>
