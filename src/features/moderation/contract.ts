import { z } from 'zod'
import { ActRequest } from '#core/operators/contract.ts'
import { line } from '#core/settings/contract/studio-settings.ts'
import { plainText } from '#core/texts/contract/plain-text.ts'
import { type BlockedTerms, isMatchable, termLimits } from './blocked-terms-rules.ts'

declare module '#core/settings/studio-settings-rules.ts' {
  interface FeatureSettings {
    /** What no text of a generation may contain. */
    blocked_terms: BlockedTerms
  }
}

const termList = z
  .array(line(termLimits.characters).refine(isMatchable, 'must have a letter or a digit'))
  .max(Math.max(termLimits.terms, termLimits.exceptions))
  .overwrite((terms) => [...new Set(terms)])
  .default([])
  .readonly()

/** The setting `blocked_terms`. */
export const BlockedTermsSetting = z
  .record(
    z.string().regex(/^[a-z]{2,3}$/, 'must be a language code such as en'),
    z.strictObject({ terms: termList, exceptions: termList }),
  )
  .superRefine((lists, check) => {
    for (const name of ['terms', 'exceptions'] as const) {
      const count = Object.values(lists).reduce((sum, list) => sum + list[name].length, 0)
      if (count > termLimits[name])
        check.addIssue({
          code: 'custom',
          message: `has ${count} ${name} in all languages, more than ${termLimits[name]}`,
        })
    }
  })

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

/** How many terms and exceptions each list has: for the audit log. */
export function countTerms(lists: BlockedTerms) {
  const counts = Object.entries(lists).map(([language, { terms, exceptions }]) => [
    language,
    { terms: terms.length, exceptions: exceptions.length },
  ])
  return Object.fromEntries(counts)
}
