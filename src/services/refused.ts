import type { FieldProblem } from '#catalogue/problem.ts'
import type { StartRefusal } from '#domain/start-generation.ts'

/** A refusal is data: the transport turns it into a status and a text in the reader's language. */
export type Refusal =
  | StartRefusal
  | { reason: 'invalid_generation_type'; medium: 'image' | 'video' }
  | { reason: 'unknown_model'; model: string }
  | { reason: 'invalid_input'; problems: FieldProblem[] }
  | { reason: 'not_found' }
  | { reason: 'too_late' }
  | { reason: 'unavailable' }
  /** The provider refuses the operator's account. */
  | { reason: 'provider_unavailable' }

/** Thrown by services when a request is refused; nothing was changed. */
export class Refused extends Error {
  override name = 'Refused'
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.reason)
    this.refusal = refusal
  }
}
