import { z } from 'zod'
import { PriceTiersView } from '#core/models/admin-models-contract.ts'
import { kinds } from '#core/models/rules/kinds.ts'

const time = z.iso.datetime()

/** Open generations of one kind at one step; `oldest_due` in seconds. */
const QueueLineView = z.strictObject({
  step: z.string(),
  kind: z.enum(kinds),
  count: z.int(),
  due: z.int(),
  overdue: z.int(),
  oldest_due: z.number(),
})
export type QueueLineView = z.infer<typeof QueueLineView>

/** A verification of the ledger; `found`: the first of its faults. */
const LedgerCheckView = z.strictObject({
  id: z.int(),
  /** An e-mail address, `command line` or `daily`. */
  asked_by: z.string(),
  accounts: z.int(),
  faults: z.int(),
  found: z.array(z.unknown()),
  started_at: time,
  finished_at: time,
})
export type LedgerCheckView = z.infer<typeof LedgerCheckView>

const AlertView = z.strictObject({
  id: z.int(),
  created_at: time,
  reason: z.string(),
  note: z.string(),
  generation_id: z.string().nullable(),
  model: z.string().nullable(),
  email: z.string().nullable(),
})
export type AlertView = z.infer<typeof AlertView>

/** `GET /api/admin/studio`: an overview of the system. */
export const StudioView = z.strictObject({
  /** Why providers reject our accounts; empty: none does. */
  outages: z.array(
    z.strictObject({
      provider: z.string(),
      code: z.string(),
      detail: z.string(),
      since: time,
      probe_at: time,
    }),
  ),
  /** Why storage is unavailable, which blocks new generations; `null`: it is available. */
  storage_outage: z.strictObject({ detail: z.string(), since: time, probe_at: time }).nullable(),
  queue: z.array(QueueLineView),
  /** Models whose provider has changed its documents; `is_breaking`: it may reject requests. */
  changed_models: z.array(
    z.strictObject({
      model: z.string(),
      generation_type: z.string(),
      inputs: z.array(z.string()),
      is_breaking: z.boolean(),
      since: time,
    }),
  ),
  alerts: z.array(AlertView),
  /** How results are marked (docs/provenance.md). Counts up to 1,000. */
  marks: z.strictObject({
    is_on: z.boolean(),
    waiting: z.int(),
    failed: z.int(),
    /** `null`: none is used, because nothing is marked. */
    certificate: z
      .strictObject({
        subject: z.string(),
        valid_until: time,
        /** Made by the studio itself: it is on no trust list. */
        is_own: z.boolean(),
      })
      .nullable(),
    /** Why results cannot be signed now. */
    problem: z.string().nullable(),
  }),
})
export type StudioView = z.infer<typeof StudioView>

/** `GET /api/admin/ledger`: verifications, newest first. */
export const LedgerChecksView = z.strictObject({ checks: z.array(LedgerCheckView) })
export type LedgerChecksView = z.infer<typeof LedgerChecksView>

/** `POST /api/admin/ledger/verify`: starts a verification. */
export const CheckStarted = z.strictObject({ started: z.literal(true) })

/** The effective price of a model. */
const PriceLineView = z.strictObject({
  model: z.string(),
  name: z.string(),
  generation_type: z.string(),
  ...PriceTiersView.shape,
})
export type PriceLineView = z.infer<typeof PriceLineView>

/** `GET /api/admin/prices`. `unknown`: overrides without a match in the catalogue. */
export const PricesView = z.strictObject({
  prices: z.array(PriceLineView),
  unknown: z.array(z.string()),
})
export type PricesView = z.infer<typeof PricesView>
