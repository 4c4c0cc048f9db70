import { z } from 'zod'
import { ActRequest } from '#core/generations/contract/admin-generations.ts'
import { plainText } from '#core/texts/contract/plain-text.ts'

/** The longest note to the owner of a removed result, in characters. */
export const maxRemovalNote = 1_000

/** `POST /api/admin/moderation/{id}/takedown`. `note`: what the owner reads. */
export const TakedownRequest = ActRequest.extend({
  note: z.string().trim().min(1).max(maxRemovalNote).regex(plainText),
})

const hexDigits = z
  .string()
  .max(64)
  .regex(/^[0-9a-f]*$/i)

/** `GET /api/admin/moderation/hashes`: `find` is the beginning of a SHA-256. */
export const HashesQuery = z.strictObject({ find: hexDigits.default('') })

/** `GET /api/admin/moderation/hashes`: of removed files, the newest 50. */
export const BlockedHashesView = z.strictObject({
  data: z.array(
    z.strictObject({
      sha256: z.string(),
      created_at: z.iso.datetime(),
      /** Whose result the file was, if that is known. */
      generation_id: z.string().nullable(),
    }),
  ),
})
export type BlockedHashesView = z.infer<typeof BlockedHashesView>

/** `POST /api/admin/moderation/hashes/unblock`. */
export const UnblockRequest = ActRequest.extend({ sha256: hexDigits.length(64) })
export const UnblockedView = z.strictObject({ unblocked: z.literal(true) })

export const TakenDownView = z.strictObject({ removed: z.literal(true) })
