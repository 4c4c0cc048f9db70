import type { Outcome } from '../jobs/job.ts'

/** One entry of a model's error body. */
export type ErrorDetail = {
  loc: (string | number)[]
  msg: string
  type: string
  url?: string
  ctx?: Record<string, unknown>
  input?: unknown
}

/** The model's own complaint about its input: 422 with a list. */
export function modelError(detail: ErrorDetail[]): Outcome {
  return { httpStatus: 422, body: { detail } }
}

/**
 * Something went wrong around the model: a text and an `error_type`, which the answer's header
 * repeats.
 */
function infrastructureError(httpStatus: number, errorType: string, detail: string): Outcome {
  return { httpStatus, errorType, body: { detail, error_type: errorType } }
}

export const cancelledByClient = infrastructureError(
  499,
  'client_cancelled',
  'Request cancelled by the client',
)

export const internalError = infrastructureError(500, 'internal_error', 'Internal server error')

export const requestTimeout = infrastructureError(504, 'request_timeout', 'Request timed out')

export const inventedValidationError = modelError([
  {
    loc: ['body', 'prompt'],
    msg: 'String should have at least 3 characters',
    type: 'string_too_short',
    ctx: { min_length: 3 },
  },
])

export const contentPolicyViolation = modelError([
  {
    loc: ['body', 'prompt'],
    msg: 'The content could not be processed because it contained material flagged by a content checker.',
    type: 'content_policy_violation',
    url: 'https://docs.fal.ai/errors#content_policy_violation',
  },
])

export const fileDownloadError: ErrorDetail = {
  loc: ['body', 'image_url'],
  msg: 'Failed to download the file. Please check if the URL is accessible and try again.',
  type: 'file_download_error',
  url: 'https://docs.fal.ai/errors#file_download_error',
}

/** What is wrong with a file that an input names, as the provider puts it; `loc` says which. */
export const fileErrors = {
  download: fileDownloadError,
  image: {
    loc: ['body', 'image_url'],
    msg: 'Failed to load the image. Please ensure the image file is not corrupted and is in a supported format.',
    type: 'image_load_error',
    url: 'https://docs.fal.ai/errors#image_load_error',
  },
  video: {
    loc: ['body', 'video_url'],
    msg: 'The video format is not supported.',
    type: 'unsupported_video_format',
    url: 'https://docs.fal.ai/errors#unsupported_video_format',
    ctx: { supported_formats: ['.mp4', '.mov', '.webm', '.m4v', '.gif'] },
  },
} satisfies Record<string, ErrorDetail>

/** The file has more than `maxSize` bytes. */
export const fileTooLarge = (maxSize: number): ErrorDetail => ({
  loc: ['body', 'image_url'],
  msg: `File size exceeds the maximum allowed size of ${maxSize} bytes.`,
  type: 'file_too_large',
  url: 'https://docs.fal.ai/errors#file_too_large',
  ctx: { max_size: maxSize },
})
