import type { GenerationView } from '#core/generations/generation-contract.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import { m } from '#web/messages/compiled/messages.js'
import { answerSnippet } from '../answer-text.ts'
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

type Titled = Pick<GenerationView, 'prompt'> & Partial<Pick<GenerationView, 'answer'>>

/** The name of a generation: its prompt, or how its answer begins where it has none. */
export function generationTitle({ prompt, answer }: Titled): string {
  return prompt || answerSnippet(answer ?? '') || m.work_untitled()
}
