import type { GenerationView } from '#contract/generation.ts'
import type { FormAddress } from './form-address.ts'
import { historyPath } from './history-path.ts'

/** The history of a record with the record opened in it. */
export function recordAddress({ id, kind }: Pick<GenerationView, 'id' | 'kind'>): FormAddress {
  return { to: historyPath(kind), query: { record: id } }
}
