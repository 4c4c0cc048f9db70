import { z } from 'zod'
import { themes } from '#core/history/contract/browser-state.ts'
import { Allowance } from '#core/settings/contract/studio-settings.ts'
import { languages } from '#platform/languages/languages.ts'
import { roles } from '../rules/roles.ts'

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
    role: z
      .enum(roles)
      .nullable()
      .meta({ description: 'What the account may do in `/admin`; `null`: nothing.' }),
    approval: z.enum(['waiting', 'rejected']).nullable().meta({
      description: 'Whether an operator has yet to decide on it, or rejected it.',
    }),
    approval_note: z.string().nullable().meta({ description: 'Why it was rejected.' }),
    accepted_terms: z.object({ version: z.int(), accepted_at: z.iso.datetime() }).nullable().meta({
      description:
        'The version of the terms that was accepted last: `terms_version` of `GET /api/settings` is the current one.',
    }),
    limits: SpendingLimits.extend({
      spent_today: z
        .int()
        .meta({ description: 'Credits charged today (UTC), less what was given back of them.' }),
    }),
    models: z.array(z.string()).nullable().meta({
      description: 'The ids of the models that its groups let it use; `null`: all.',
    }),
    default_public: z
      .boolean()
      .meta({ description: 'What it makes is public unless it says otherwise.' }),
    mail_when_finished: z.boolean().nullable().meta({
      description:
        'A mail is sent when a job of at least a minute ends and no page is open. `null`: this studio sends no mails.',
    }),
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
        role: null,
        approval: null,
        approval_note: null,
        accepted_terms: null,
        limits: { daily_cap: 1_000, job_ceiling: null, spent_today: 30 },
        models: null,
        default_public: true,
        mail_when_finished: false,
        language: 'en',
        theme: null,
        created_at: '2026-11-21T09:05:00.000Z',
      },
    ],
  })
export type AccountView = z.infer<typeof AccountView>

/** `GET /api/account/limits`: what the groups of the account let it do; `null`: no limit. */
export const AccountLimitsView = z
  .object({
    groups: z.array(z.string()),
    models: z
      .array(z.string())
      .nullable()
      .meta({ description: 'The ids of the models that the account may use.' }),
    daily_cap: z.int().nullable(),
    job_ceiling: z.int().nullable(),
    creates_per_minute: z.int().nullable(),
    retention_days: z.int().nullable().meta({
      description: 'After so many days generations are deleted, but for favourites.',
    }),
    storage: z
      .object({ used: z.int(), max: z.int() })
      .nullable()
      .meta({ description: 'In bytes, of all files of the account.' }),
    allowance: Allowance.extend({ renews_at: z.iso.datetime() })
      .nullable()
      .meta({ description: 'In free mode: the credits of each period, and when the next begins.' }),
  })
  .meta({ id: 'AccountLimits' })
export type AccountLimitsView = z.infer<typeof AccountLimitsView>

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
    mail_when_finished: z.boolean(),
    language: z.enum(languages).nullable(),
    theme: z.enum(themes).nullable(),
    accept_terms: z.int().min(1).max(1_000_000).meta({
      description: 'The version of the terms that its owner has read and accepts: the current one.',
    }),
  })
  .partial()
  .meta({ examples: [{ daily_cap: 1_000, job_ceiling: null, language: 'zh' }] })
export type AccountChanges = z.infer<typeof AccountChanges>
