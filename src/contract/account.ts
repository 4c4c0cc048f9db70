import { z } from 'zod'
import { themes } from './browser-state.ts'
import { languages } from './languages.ts'

/** The most credits that may be spent in a day (UTC), and for one generation; `null`: no limit. */
const SpendingLimits = z.object({
  daily_cap: z.int().min(1).max(1_000_000_000).nullable(),
  job_ceiling: z.int().min(1).max(1_000_000_000).nullable(),
})

/** `GET /api/account`: the signed-in account (docs/spec/api.md#routes). */
export const AccountView = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string().nullable(),
    credits: z.object({ left_credits: z.int() }),
    has_ever_paid: z.boolean(),
    owed: z.int().meta({
      description:
        'Credits that a refunded payment should have taken; what comes in next repays it.',
    }),
    is_suspended: z
      .boolean()
      .meta({ description: 'It may read and take what it has, and start nothing.' }),
    is_admin: z.boolean(),
    limits: SpendingLimits.extend({
      spent_today: z
        .int()
        .meta({ description: 'Credits charged today (UTC), less what was given back of them.' }),
    }),
    default_public: z
      .boolean()
      .meta({ description: 'What it makes is public unless it says otherwise.' }),
    language: z.enum(languages).nullable(),
    theme: z.enum(themes).nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({
    id: 'Account',
    examples: [
      {
        id: '01990000-0000-7000-8000-00000000ada0',
        email: 'ada@example.com',
        name: 'Ada',
        credits: { left_credits: 970 },
        has_ever_paid: true,
        owed: 0,
        is_suspended: false,
        is_admin: false,
        limits: { daily_cap: 1_000, job_ceiling: null, spent_today: 30 },
        default_public: true,
        language: 'en',
        theme: null,
        created_at: '2026-11-21T09:05:00.000Z',
      },
    ],
  })
export type AccountView = z.infer<typeof AccountView>

/**
 * `DELETE /api/account`: the account's own e-mail again (in any case), to prevent accidental
 * deletion.
 */
export const DeleteAccount = z
  .object({ email: z.string().min(1).max(320) })
  .meta({ examples: [{ email: 'ada@example.com' }] })
export type DeleteAccount = z.infer<typeof DeleteAccount>

/** `GET /api/account/export/size`: the current size of an export. */
export const ExportSize = z
  .object({
    files: z.int().meta({ description: 'Media files; `account.json` comes on top.' }),
    bytes: z.int().meta({
      description: 'Of these files together, before zipping, which makes them no smaller.',
    }),
    is_running: z
      .boolean()
      .meta({ description: 'One is being downloaded; another may begin when it has ended.' }),
  })
  .meta({ id: 'ExportSize', examples: [{ files: 12, bytes: 48_203_911, is_running: false }] })
export type ExportSize = z.infer<typeof ExportSize>

/**
 * `PATCH /api/account`: named fields change, the others stay. `null` removes a limit, or leaves
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
