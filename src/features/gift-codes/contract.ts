import { z } from 'zod'
import { nextPage } from '#core/accounts/contract/admin-accounts.ts'
import { ActRequest } from '#core/operators/contract.ts'
import { plainText } from '#core/texts/contract/plain-text.ts'
import { codeLimits } from './rules.ts'

declare module '#core/texts/contract/errors.ts' {
  interface FeatureErrors {
    code_unknown: object
    /** The account has redeemed it before. */
    code_redeemed: object
    code_disabled: object
    code_expired: object
    code_used_up: object
  }
}

const time = z.iso.datetime()

/** Gift codes that were created together, for operators; the codes are not stored. */
export const AdminCodeBatch = z.strictObject({
  id: z.string(),
  state: z.enum(['valid', 'disabled', 'expired', 'used_up']),
  codes: z.int(),
  /** How many accounts may redeem each of them. */
  uses: z.int(),
  /** How often all of them were redeemed. */
  used: z.int(),
  credits: z.int(),
  counts_as_paid: z.boolean(),
  note: z.string().nullable(),
  created_by: z.string(),
  created_at: time,
  expires_at: time.nullable(),
})
export type AdminCodeBatch = z.infer<typeof AdminCodeBatch>

/** `GET /api/admin/codes`: newest first. */
export const AdminCodesPage = z.strictObject({ data: z.array(AdminCodeBatch), before: nextPage })
export type AdminCodesPage = z.infer<typeof AdminCodesPage>

export const CodesQuery = z.strictObject({ before: z.uuid().optional() })

/**
 * `POST /api/admin/codes`. `days`: until they expire; absent: never. `counts_as_paid`: whether
 * redeeming one unlocks generation.
 */
export const CreateCodesRequest = ActRequest.extend({
  count: z.int().min(1).max(codeLimits.count).default(1),
  uses: z.int().min(1).max(codeLimits.uses).default(1),
  credits: z.int().min(1).max(codeLimits.credits),
  days: z.int().min(1).max(codeLimits.days).optional(),
  counts_as_paid: z.boolean().default(true),
  note: z.string().trim().min(1).max(200).regex(plainText).optional(),
})

/** `POST /api/admin/codes`: the codes, shown only now, also as a file with their links. */
export const CreatedCodes = AdminCodeBatch.extend({
  list: z.array(z.strictObject({ code: z.string(), url: z.string() })),
  csv: z.string(),
})
export type CreatedCodes = z.infer<typeof CreatedCodes>

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
