import type { RefusalFields } from '#core/http/errors.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import type { AllParts } from '#core/parts.ts'
import type { OtherAction } from '../change-records.ts'
import type { AddedSelectionAction } from '../contract/history-changes.ts'

/** An action of a feature on selected records. */
export type SelectionActionPart = AddedSelectionAction & {
  /** Its verb, and how many records one call does, in the description of the API. */
  words: { verb: string; amount: string }
  most: number
  /** What answers have of it where another action was done. */
  nothing: object
  failure(kind: Kind): RefusalFields
  /** `request`: the body, in the shape of `request`. */
  run(context: AllParts, request: unknown): OtherAction['run']
}

declare module '#core/http/env.ts' {
  interface FeatureRoutes {
    /** Actions on selected records, besides those of the core. */
    selectionActions?: readonly SelectionActionPart[]
  }
}
