import type { Accept } from '#catalogue/fields.ts'
import type { FieldProblem } from '#catalogue/parse-input.ts'
import type { StartRefusal } from '#domain/start-generation.ts'

/**
 * Why a file that somebody brings is not taken. `max` in bytes, pixels, seconds or files, as the
 * reason says.
 */
export type UploadRefusal =
  | { reason: 'unsupported_file'; accept: Accept }
  | { reason: 'empty_file' | 'broken_file' | 'no_video_track' | 'animated_image' }
  | { reason: 'file_too_large' | 'too_many_pixels' | 'video_too_long'; max: number }
  | { reason: 'too_many_uploads' | 'uploads_full'; max: number }

/** A refusal is data: the transport turns it into a status and a text in the reader's language. */
export type Refusal =
  | StartRefusal
  | { reason: 'invalid_generation_type'; medium: 'image' | 'video' }
  | { reason: 'unknown_model'; model: string }
  | { reason: 'invalid_input'; problems: FieldProblem[] }
  | { reason: 'not_found' }
  /** What cannot be undone needs somebody who has just signed in. */
  | { reason: 'sign_in_again' }
  /** The e-mail that was repeated is not the account's. */
  | { reason: 'email_differs' }
  /** One at a time. */
  | { reason: 'export_running' }
  | UploadRefusal
  | { reason: 'too_late' }
  /** There are more or fewer records than the reader saw. */
  | { reason: 'selection_changed' }
  | { reason: 'too_many_downloads'; max: number }
  | { reason: 'too_many_keys'; max: number }
  /** Credits are only given back for what failed, and once. */
  | { reason: 'not_failed' | 'already_refunded' }
  /** What an operator may not try again. */
  | { reason: 'not_retryable' | 'already_retried' | 'act_repeated' }
  /** The request id is that of another request. */
  | { reason: 'request_id_reused' }
  | { reason: 'unavailable' }
  /**
   * Nothing is bought where the operator set up no payments, nor by an account that may start
   * nothing.
   */
  | { reason: 'buying_not_set_up' | 'account_suspended' }
  | { reason: 'too_many_checkouts'; max: number }
  /** The provider refuses the operator's account. */
  | { reason: 'provider_unavailable' }
  /** Our storage takes no files: nothing is started that could not be kept. */
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
