import { z } from 'zod'
import { languages } from '../language.ts'
import { themes } from './theme.ts'

/** The most credits that may be spent in a day (UTC), and for one generation; `null`: no limit. */
export const SpendingLimits = z.object({
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
