import { z } from 'zod'
import type { FeatureStartErrors } from '#core/generations/rules/start-generation.ts'
import { fieldProblems } from '#core/models/rules/parse-input.ts'

/** Every error code of the core and its HTTP status. */
export const errorStatuses = {
  invalid_body: 400,
  invalid_query: 400,
  invalid_definition: 400,
  invalid_settings: 400,
  invalid_input: 400,
  invalid_generation_type: 400,
  unknown_model: 400,
  insufficient_credits: 400,
  above_max_credits: 400,
  sign_in_failed: 400,
  invalid_target: 400,
  not_finished: 400,
  no_file: 400,
  one_file_only: 400,
  broken_upload: 400,
  broken_file: 400,
  empty_file: 400,
  no_video_track: 400,
  animated_image: 400,
  removed_file: 400,
  too_many_pixels: 400,
  video_too_long: 400,
  email_differs: 400,
  address_not_allowed: 400,
  unauthorized: 401,
  invalid_signature: 401,
  never_paid: 403,
  account_suspended: 403,
  terms_not_accepted: 403,
  job_ceiling: 403,
  daily_cap: 403,
  application_daily_cap: 403,
  application_monthly_cap: 403,
  session_needed: 403,
  sign_in_again: 403,
  key_scope: 403,
  not_permitted: 403,
  giving_limit: 403,
  own_account: 403,
  own_role: 403,
  own_deletion: 403,
  owner_needed: 403,
  last_owner: 409,
  role_fixed: 403,
  foreign_origin: 403,
  target_not_allowed: 403,
  uploads_not_allowed: 403,
  not_found: 404,
  method_not_allowed: 405,
  upload_stalled: 408,
  result_removed: 409,
  too_late: 409,
  selection_changed: 409,
  not_approved: 409,
  not_waiting: 409,
  not_failed: 409,
  already_refunded: 409,
  not_retryable: 409,
  already_retried: 409,
  act_repeated: 409,
  price_changed: 409,
  model_from_file: 409,
  model_changed: 409,
  settings_changed: 409,
  terms_changed: 409,
  account_changed: 409,
  request_id_reused: 409,
  too_many_keys: 409,
  too_large: 413,
  file_too_large: 413,
  unsupported_media_type: 415,
  multipart_expected: 415,
  unsupported_file: 415,
  too_many_uploads: 429,
  uploads_full: 429,
  export_running: 429,
  too_many_starts: 429,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
  maintenance: 503,
  provider_unavailable: 503,
  provider_not_configured: 503,
  storage_unavailable: 503,
} as const

/**
 * The error codes that features add (`declare module`), with the details of each. All of them fill its
 * text; the answer has those that it names.
 */
export interface FeatureErrors extends FeatureStartErrors {}

export type CoreErrorCode = keyof typeof errorStatuses
export type ErrorCode = CoreErrorCode | keyof FeatureErrors

/** One invalid field, with its limits in machine-readable form. */
const FieldError = z.object({
  field: z.string(),
  problem: z.enum(fieldProblems),
  message: z.string(),
  min: z.number().optional(),
  max: z.number().optional(),
  options: z.array(z.union([z.string(), z.number()])).optional(),
})

/** The description of the API names those of features, too. */
const anyCode: z.ZodType<ErrorCode> = z.enum(
  Object.keys(errorStatuses) as [CoreErrorCode, ...CoreErrorCode[]],
)

/**
 * The answer to every rejected request: a message in the reader's language, a stable code, and
 * details.
 */
export const ErrorBody = z
  .object({
    error: z.string(),
    message: z
      .string()
      .optional()
      .meta({ description: 'What to tell a person; where it is absent, `error` says it.' }),
    code: anyCode,
    fields: z.array(FieldError).optional(),
    problems: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .optional()
      .meta({ description: 'What is wrong with a model definition, and where.' }),
    required: z.int().optional().meta({ description: 'Credits the request costs.' }),
    current: z.int().optional().meta({
      description:
        'Credits the account has or, for `daily_cap`, has spent today (UTC); for `storage_full` bytes; of a conflict the saved version.',
    }),
    saved_at: z.string().optional().meta({
      description: 'When the version was saved that the request conflicts with.',
    }),
    file: z.string().optional().meta({ description: 'The SHA-256 of the file that it is about.' }),
    x_request_id: z.string().optional().meta({
      description: 'With `internal`: the answer’s `X-Request-Id`, by which operators find it.',
    }),
    max: z.number().optional().meta({
      description:
        'The limit: of bytes, pixels or seconds of a file, of credits, or how many there may be at a time.',
    }),
  })
  .meta({
    id: 'Error',
    examples: [
      {
        error: 'Insufficient credits. This takes 30 credits and you have 12.',
        code: 'insufficient_credits',
        message: 'Insufficient credits. This takes 30 credits and you have 12.',
        required: 30,
        current: 12,
      },
    ],
  })
export type ErrorBody = z.infer<typeof ErrorBody>
