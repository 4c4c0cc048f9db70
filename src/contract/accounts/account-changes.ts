import { z } from 'zod'
import { languages } from '../language.ts'
import { SpendingLimits } from './account.ts'
import { themes } from './theme.ts'

/**
 * `PATCH /api/account`: what is named changes, the rest stays. `null` takes a limit away, or leaves
 * language and theme to the browser. Answers the whole `AccountView`.
 */
export const AccountChanges = z
  .strictObject({
    ...SpendingLimits.shape,
    default_public: z.boolean(),
    language: z.enum(languages).nullable(),
    theme: z.enum(themes).nullable(),
  })
  .partial()
  .meta({ examples: [{ daily_cap: 1_000, job_ceiling: null, language: 'zh' }] })
export type AccountChanges = z.infer<typeof AccountChanges>
