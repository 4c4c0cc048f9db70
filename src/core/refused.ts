import type { StartRefusal } from '#core/generations/rules/start-generation.ts'
import type { Accept } from '#core/models/rules/fields.ts'
import type { Model } from '#core/models/rules/model.ts'
import type { FieldProblem } from '#core/models/rules/parse-input.ts'
import type { DefinitionProblem } from '#core/models/rules/read-definition.ts'
import type { SettingProblem } from '#core/settings/contract/studio-settings.ts'
import type { FeatureErrors } from '#core/texts/contract/errors.ts'

/**
 * Why an uploaded file is rejected. `max` in bytes, pixels, seconds or files, depending on the
 * reason.
 */
export type UploadRefusal =
  | { reason: 'unsupported_file'; accept: Accept }
  | { reason: 'empty_file' | 'broken_file' | 'no_video_track' | 'animated_image' }
  /** An operator removed the same file before. */
  | { reason: 'removed_file' }
  | { reason: 'file_too_large' | 'too_many_pixels' | 'video_too_long'; max: number }
  | { reason: 'too_many_uploads' | 'uploads_full'; max: number }

/** A refusal that a feature adds (`FeatureErrors`). */
export type FeatureRefusal = {
  [Code in keyof FeatureErrors]: { reason: Code } & FeatureErrors[Code]
}[keyof FeatureErrors]

/** A refusal is data: the transport maps it to a status and a text in the reader's language. */
export type Refusal =
  | StartRefusal
  | FeatureRefusal
  | { reason: 'invalid_generation_type'; medium: 'image' | 'video' }
  | { reason: 'unknown_model'; model: string }
  | { reason: 'invalid_input'; problems: FieldProblem[]; model?: Model }
  /** A model definition is invalid; each problem with the path to it. */
  | { reason: 'invalid_definition'; problems: DefinitionProblem[] }
  /** The model is defined by a file, which an operator's change would not replace. */
  | { reason: 'model_from_file' }
  /** Another version of the model counts than the one that was shown. */
  | { reason: 'model_changed' }
  /** Settings are invalid, or fixed by the configuration; each problem with its path. */
  | { reason: 'invalid_settings'; problems: SettingProblem[] }
  /** Other settings were saved meanwhile. */
  | { reason: 'settings_changed' }
  /** The operator lets nothing start for now. */
  | { reason: 'maintenance' }
  /** Its owner has to accept the current terms first; or accepts other ones than those. */
  | { reason: 'terms_not_accepted' | 'terms_changed' }
  /** Only accounts that wait for approval are decided on, and only that admits them. */
  | { reason: 'not_waiting' | 'not_approved' }
  /** The price is not the one that the client showed. */
  | { reason: 'price_changed'; required: number }
  /** More than the caller allowed for it. */
  | { reason: 'above_max_credits'; required: number; max: number }
  | { reason: 'not_found' }
  /** An irreversible action needs a recent sign-in. */
  | { reason: 'sign_in_again' }
  /** The repeated e-mail is not the account's. */
  | { reason: 'email_differs' }
  /** Another export is running. */
  | { reason: 'export_running' }
  | UploadRefusal
  /** An operator removed what would be made again. */
  | { reason: 'result_removed' }
  | { reason: 'too_late' }
  /** The number of records differs from what the reader saw. */
  | { reason: 'selection_changed' }
  | { reason: 'too_many_keys'; max: number }
  /** The address of a webhook is internal, has no host or an unusual port. */
  | { reason: 'address_not_allowed' }
  /** Only failed generations are refunded, and once. */
  | { reason: 'not_failed' | 'already_refunded' }
  /** More than the actor may give by one action or in a day; `current`: given today before. */
  | { reason: 'giving_limit'; required: number; max: number; current: number }
  /** A person with a limit gives nothing to the own account. */
  | { reason: 'own_account' }
  /** Roles are changed by others, and those of `ADMIN_EMAILS` nowhere else. */
  | { reason: 'own_role' | 'role_fixed' }
  /** Operators delete other accounts only, those of owners as an owner, and never the last one. */
  | { reason: 'own_deletion' | 'owner_needed' | 'last_owner' }
  /** An operator's retry is impossible or was done. */
  | { reason: 'not_retryable' | 'already_retried' | 'act_repeated' }
  /** Another request used the same request id. */
  | { reason: 'request_id_reused' }
  | { reason: 'unavailable' }
  | { reason: 'account_suspended' }
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
