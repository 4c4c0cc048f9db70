import { presentMedia } from '#core/downloads/present-media.ts'
import { modelOf } from '#core/models/rules/catalogue.ts'
import type { LedgerEntryView } from './ledger-contract.ts'
import type { EntryWithStill, EntryWithSubject } from './read-statement.ts'

/** Presents an entry to its owner. `origin` is the base of addresses. */
export function presentEntry(found: EntryWithStill, origin: string): LedgerEntryView {
  const { entry, generation, payment, still } = found
  return {
    id: entry.number,
    created_at: entry.created_at.toISOString(),
    reason: entry.reason,
    credits: entry.credits,
    balance_after: entry.balance_after,
    note: entry.note,
    generation: generation
      ? {
          id: generation.id,
          kind: generation.kind,
          model: generation.model,
          model_name: modelName(generation),
          status: generation.status,
          thumbnail_url: still ? presentMedia(still, origin).thumbnail_url : null,
          is_deleted: generation.is_deleted,
        }
      : null,
    payment: payment ?? null,
  }
}

/** The display name of the model; a removed one by its id. */
export function modelName(generation: NonNullable<EntryWithSubject['generation']>): string {
  return modelOf(generation)?.name ?? generation.model
}
