import { z } from 'zod'
import { statuses } from '#core/generations/rules/status.ts'
import { dayFields, pageFields } from '#core/history/contract/history-query.ts'
import { kinds } from '#core/models/rules/kinds.ts'
import { languages } from '#platform/languages/languages.ts'
import { entryReasons } from './ledger-text-contract.ts'

/** The filters of an account's statement. */
const filterFields = { reason: z.enum(entryReasons).optional(), ...dayFields }

/** `GET /api/account/ledger`. */
export const LedgerQuery = z.strictObject({ ...pageFields(20), ...filterFields })
export type LedgerQuery = z.infer<typeof LedgerQuery>

/** `GET /api/account/ledger.csv`: the same entries, all of them. */
export const LedgerFileQuery = z.strictObject({
  ...filterFields,
  language: z
    .enum(languages)
    .optional()
    .meta({ description: 'Of the headings; `Accept-Language` unless it is named.' }),
})
export type LedgerFileQuery = z.infer<typeof LedgerFileQuery>

/** One movement of credits. Entries are never changed nor deleted. */
export const LedgerEntryView = z
  .object({
    id: z.int(),
    created_at: z.iso.datetime(),
    reason: z.enum(entryReasons),
    credits: z.int().meta({ description: 'Below 0 where credits went.' }),
    balance_after: z.int(),
    note: z.string().nullable(),
    generation: z
      .object({
        id: z.string(),
        kind: z.enum(kinds),
        model: z.string(),
        model_name: z.string(),
        status: z.enum(statuses),
        thumbnail_url: z
          .string()
          .nullable()
          .meta({ description: 'Of its result, or of what it was made from.' }),
        is_deleted: z.boolean(),
      })
      .nullable(),
    payment: z
      .object({
        id: z.string(),
        amount: z.int().meta({
          description: 'What was paid, with tax, in the currency’s smallest unit (cents).',
        }),
        currency: z.string(),
        invoice_url: z.string().nullable(),
      })
      .nullable(),
  })
  .meta({
    id: 'LedgerEntry',
    examples: [
      {
        id: 4_711,
        created_at: '2026-11-21T09:05:00.000Z',
        reason: 'charge',
        credits: -30,
        balance_after: 970,
        note: null,
        generation: {
          id: '01a1fec2-8f0c-7c11-9d0a-3a5d6a5b8a10',
          kind: 'image',
          model: 'flux-dev',
          model_name: 'FLUX.1 dev',
          status: 'completed',
          thumbnail_url:
            'https://atelier.example/media/01a1fec1-0000-7c11-9d0a-3a5d6a5b8a10/01a1fec3-0000-7c11-9d0a-3a5d6a5b8a10/thumbnail.webp',
          is_deleted: false,
        },
        payment: null,
      },
    ],
  })
export type LedgerEntryView = z.infer<typeof LedgerEntryView>

/** One page of a statement, newest first. */
export const LedgerPage = z
  .object({
    data: z.array(LedgerEntryView),
    total: z.int().meta({ description: 'Entries on all pages.' }),
    page: z.int(),
    totalPages: z.int(),
    sums: z
      .object({ credits_in: z.int(), credits_out: z.int().meta({ description: '0 or below.' }) })
      .meta({ description: 'Of all entries that fit, on whichever page.' }),
  })
  .meta({ id: 'LedgerPage' })
export type LedgerPage = z.infer<typeof LedgerPage>
