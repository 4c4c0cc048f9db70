import { z } from 'zod'

/** `GET /api/account`: the signed-in account (specification, decisions §1). */
export const AccountView = z
  .object({
    email: z.string(),
    name: z.string().nullable(),
    credits: z.object({ left_credits: z.int() }),
    has_ever_paid: z.boolean(),
  })
  .meta({ id: 'Account' })
export type AccountView = z.infer<typeof AccountView>
