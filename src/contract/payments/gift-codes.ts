import { z } from 'zod'

/** `POST /api/codes/redeem`. */
export const RedeemCode = z
  .strictObject({
    code: z.string().min(1).max(100).meta({
      description: 'As it was given, in any case, with or without hyphens and spaces.',
    }),
  })
  .meta({ examples: [{ code: '7K3M-9QTX-2VBN-HD4R' }] })

/** `POST /api/codes/redeem`: what the code gave, and the balance with it. */
export const RedeemedView = z
  .object({ credits: z.int(), balance: z.int() })
  .meta({ id: 'RedeemedCode', examples: [{ credits: 500, balance: 620 }] })
export type RedeemedView = z.infer<typeof RedeemedView>
