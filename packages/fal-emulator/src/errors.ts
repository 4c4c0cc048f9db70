import type { FaultName } from './faults.ts'
import type { JobOutcome } from './jobs/job.ts'

/** One entry of a model's error body. */
export type ErrorDetail = {
  loc: (string | number)[]
  msg: string
  type: string
  url?: string
  ctx?: Record<string, unknown>
  input?: unknown
}

/** The model's own issue about its input: 422 with a list. */
export function modelError(detail: ErrorDetail[]): JobOutcome {
  return { httpStatus: 422, body: { detail } }
}

/** An infrastructure error: a text and an `error_type`, which the answer's header repeats. */
function infrastructureError(httpStatus: number, errorType: string, detail: string): JobOutcome {
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

/** The problem with an input file, with the provider's message; `loc` names the field. */
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
  audio: {
    loc: ['body', 'audio_url'],
    msg: 'The audio format is not supported.',
    type: 'unsupported_audio_format',
    url: 'https://docs.fal.ai/errors#unsupported_audio_format',
    ctx: { supported_formats: ['.mp3', '.ogg', '.wav', '.m4a', '.aac'] },
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

/** An answer in place of accepting a job. */
export type Refusal = {
  httpStatus: number
  contentType: string
  body: string
  headers?: Record<string, string>
}

const badGateway =
  '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n'

const signIn = '<!doctype html><title>Sign in to the network</title>'

export const keyRefused = json(401, 'Authentication is required to access this application.')
export const exhausted = json(
  403,
  'User is locked. Reason: Exhausted balance. Top up your balance at fal.ai/dashboard/billing.',
)
export const locked = json(403, 'User is locked. Reason: Admin lock. Please contact support@fal.ai')

const refusals: Partial<Record<FaultName, Refusal>> = {
  'refuse-429': { ...json(429, 'Too many requests'), headers: { 'retry-after': '1' } },
  'refuse-500': json(500, 'Internal Server Error'),
  'refuse-503': json(503, 'Service temporarily unavailable'),
  'html-502': { httpStatus: 502, contentType: 'text/html', body: badGateway },
  'html-200': { httpStatus: 200, contentType: 'text/html', body: signIn },
  unauthorized: keyRefused,
  'exhausted-balance': exhausted,
  'account-locked': locked,
}

/** How a submission with these faults is refused; nothing where it is accepted. */
export function refusalFor(faults: readonly FaultName[]): Refusal | undefined {
  const name = faults.find((fault) => refusals[fault])
  return name && refusals[name]
}

export function answerOf({ httpStatus, body, contentType, headers }: Refusal): Response {
  return new Response(body, {
    status: httpStatus,
    headers: { 'content-type': contentType, ...headers },
  })
}

function json(httpStatus: number, detail: string): Refusal {
  return { httpStatus, contentType: 'application/json', body: JSON.stringify({ detail }) }
}
