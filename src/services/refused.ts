import type { Accept } from '#catalogue/fields.ts'
import type { Model } from '#catalogue/model.ts'
import type { FieldProblem } from '#catalogue/parse-input.ts'
import type { DefinitionProblem } from '#catalogue/read-definition.ts'
import type { StartRefusal } from '#domain/start-generation.ts'

/**
 * Why an uploaded file is rejected. `max` in bytes, pixels, seconds or files, depending on the
 * reason.
 */
export type UploadRefusal =
  | { reason: 'unsupported_file'; accept: Accept }
  | { reason: 'empty_file' | 'broken_file' | 'no_video_track' | 'animated_image' }
  | { reason: 'file_too_large' | 'too_many_pixels' | 'video_too_long'; max: number }
  | { reason: 'too_many_uploads' | 'uploads_full'; max: number }

/** A refusal is data: the transport maps it to a status and a text in the reader's language. */
export type Refusal =
  | StartRefusal
  | { reason: 'invalid_generation_type'; medium: 'image' | 'video' }
  | { reason: 'unknown_model'; model: string }
  | { reason: 'invalid_input'; problems: FieldProblem[]; model?: Model }
  /** A model definition is invalid; each problem with the path to it. */
  | { reason: 'invalid_definition'; problems: DefinitionProblem[] }
  /** The model is defined by a file, which an operator's change would not replace. */
  | { reason: 'model_from_file' }
  /** The price is not the one that the client showed. */
  | { reason: 'price_changed'; required: number }
  | { reason: 'not_found' }
  /** An irreversible action needs a recent sign-in. */
  | { reason: 'sign_in_again' }
  /** The repeated e-mail is not the account's. */
  | { reason: 'email_differs' }
  /** Another export is running. */
  | { reason: 'export_running' }
  | UploadRefusal
  | { reason: 'too_late' }
  /** The number of records differs from what the reader saw. */
  | { reason: 'selection_changed' }
  | { reason: 'too_many_downloads'; max: number }
  | { reason: 'too_many_keys'; max: number }
  /** Only failed generations are refunded, and once. */
  | { reason: 'not_failed' | 'already_refunded' }
  /** An operator's retry is impossible or was done. */
  | { reason: 'not_retryable' | 'already_retried' | 'act_repeated' }
  /** Another request used the same request id. */
  | { reason: 'request_id_reused' }
  | { reason: 'unavailable' }
  /**
   * Nothing can be bought without configured payments, nor by a suspended account.
   */
  | { reason: 'buying_not_set_up' | 'account_suspended' }
  | { reason: 'too_many_checkouts'; max: number }
  /** The operator has not configured the model's provider. */
  | { reason: 'provider_not_configured' }
  /** The provider rejects the operator's account. */
  | { reason: 'provider_unavailable' }
  /** Our storage is unavailable: nothing is started whose result could not be stored. */
  | { reason: 'storage_unavailable' }

/** Thrown by services when a request is refused; nothing was changed. */
export class Refused extends Error {
  override name = 'Refused'
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.reason)
    this.refusal = refusal
  }
}
