import type { GenerationView } from '#core/generations/generation-contract.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import { m } from '#web/messages/compiled/messages.js'
import type { FormAddress } from '../form-address.ts'

/** The history of a record with the record opened in it. */
export function recordAddress({ id, kind }: Pick<GenerationView, 'id' | 'kind'>): FormAddress {
  return { to: historyPath(kind), query: { record: id } }
}

/** The history of a record with its near copies alone. */
export function nearCopiesAddress({ id, kind }: Pick<GenerationView, 'id' | 'kind'>): FormAddress {
  return { to: historyPath(kind), query: { near: id } }
}

/** The history of a kind (docs/spec/history.md#pages). */
export function historyPath(kind: Kind): string {
  return `/creator/history/${kind}`
}

/** The name of a generation: its prompt, where it has one. */
export function generationTitle({ prompt }: Pick<GenerationView, 'prompt'>): string {
  return prompt || m.work_untitled()
}
