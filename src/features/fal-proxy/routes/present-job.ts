import type { MediaView } from '#core/generations/generation-contract.ts'
import type { GenerationWithMedia } from '#core/generations/read-generation.ts'
import type { JobLog } from '#core/generations/read-job-logs.ts'
import { presentGeneration, type Reader } from '#core/generations/routes/present-generation.ts'
import type { FailureCode } from '#core/generations/rules/failure.ts'
import { isOpen } from '#core/generations/rules/status.ts'
import { timingsOf } from '#core/generations/rules/timings.ts'
import type { Transcript } from '#core/generations/rules/transcript.ts'
import type { Model } from '#core/models/rules/model.ts'
import { seedAsJson } from '#core/models/rules/seed.ts'
import { failureMessage } from '#core/texts/contract/error-messages.ts'
import type { Language } from '#platform/languages/languages.ts'
import { modelApplication } from './target.ts'

type Row = GenerationWithMedia['row']
type StatusRequest = {
  model: Pick<Model, 'endpoints'>
  origin: string
  language: Language
  logs: JobLog[]
}

/**
 * Presents our own record as fal's status (docs/providers/fal.md#status). There is no FAILED: a
 * failed job is COMPLETED with an `error`. COMPLETED means that the files are in our storage.
 */
export function presentStatus(row: Row, { model, origin, language, logs }: StatusRequest) {
  const common = { request_id: row.id, ...addressesOf(row.id, model, origin) }
  if (row.status === 'pending')
    return { status: 'IN_QUEUE', ...common, queue_position: row.queue_position ?? 0 }
  if (isOpen(row.status)) return { status: 'IN_PROGRESS', ...common, logs }
  return {
    status: 'COMPLETED',
    ...common,
    logs,
    metrics: { inference_time: secondsOf(row) },
    ...errorOf(row, language),
  }
}

function errorOf(row: Row, language: Language) {
  const { error_code } = row
  if (!error_code) return {}
  const failure = falFailures[error_code]
  const type = 'input' in failure ? failure.input : failure.errorType
  return { error: failureMessage({ ...row, error_code }, language), error_type: type }
}

/**
 * The provider's run time, else from its start until its files were stored, in seconds; `null` when
 * it never ran.
 */
function secondsOf(row: Row): number | null {
  const { run_ms } = timingsOf(row)
  return run_ms === null ? null : run_ms / 1000
}

/**
 * How fal reports each failure (docs/providers/fal.md#errors): problems of the input as a list of
 * details of that `type`, everything else as one sentence and an `error_type`.
 */
export type FalFailure = { status: number; input: string } | { status: number; errorType: string }

/** The client retries 502, 503 and 504, so only temporary failures use them. */
const falFailures: Record<FailureCode, FalFailure> = {
  invalid_input: { status: 422, input: 'value_error' },
  content_policy: { status: 422, input: 'content_policy_violation' },
  input_unreachable: { status: 422, input: 'file_download_error' },
  temporarily_unavailable: { status: 503, errorType: 'runner_scheduling_failure' },
  provider_error: { status: 500, errorType: 'runner_server_error' },
  no_result: { status: 500, errorType: 'internal_error' },
  result_lost: { status: 500, errorType: 'internal_error' },
  unknown_outcome: { status: 500, errorType: 'internal_error' },
  deadline: { status: 504, errorType: 'request_timeout' },
  cancelled: { status: 499, errorType: 'client_cancelled' },
}

/** The path of our own queue, for programs that follow the addresses in an answer. */
export const queuePath = '/api/wan/fal/queue'

/** The addresses of one job on our own site, in fal's format (docs/providers/fal.md#submit). */
export function addressesOf(id: string, model: Pick<Model, 'endpoints'>, origin: string) {
  const request = `${origin}${queuePath}/${modelApplication(model)}/requests/${id}`
  return { response_url: request, status_url: `${request}/status`, cancel_url: `${request}/cancel` }
}

export type ResultAnswer = { status: number; body: object; headers: Record<string, string> }

type Made = {
  files: MediaView[]
  prompt: string
  answer: string | null
  transcript: Transcript | null
  /** In its JSON notation; absent where the provider returned none. */
  seed: { seed?: object }
  seconds: number | null
}

/**
 * The format of a model's output, by the shape its file declares (docs/providers/fal.md#endpoints).
 */
const outputs: Record<Model['result'], (made: Made) => object> = {
  images: ({ files, prompt, seed, seconds }) => ({
    images: files.map((file) => ({ ...presentFile(file), ...sizeOf(file) })),
    timings: { inference: seconds },
    ...seed,
    has_nsfw_concepts: files.map(() => false),
    prompt,
  }),
  video: ({ files, prompt, seed }) => ({
    video: files.map((file) => ({ ...presentFile(file), ...sizeOf(file), ...lengthOf(file) }))[0],
    ...seed,
    prompt,
  }),
  audio: ({ files, prompt }) => ({ audio: files.map(presentFile)[0], prompt }),
  text: ({ answer, transcript }) =>
    transcript
      ? { text: answer, ...presentTranscript(transcript) }
      : { output: answer, finish_reason: 'stop', usage_info: {} },
  mesh: ({ files, seed }) => ({ model_mesh: files.map(presentFile)[0], ...seed }),
}

/** Presents the result or failure of an ended generation in fal's format, with our own files. */
export function presentResult(
  found: GenerationWithMedia,
  model: Pick<Model, 'result' | 'tool' | 'makes'>,
  reader: Reader,
): ResultAnswer {
  const { row } = found
  if (row.error_code) return failureAnswer(row, row.error_code, reader)
  const { images: files, prompt, answer, transcript } = presentGeneration(found, reader)
  const exact = seedAsJson(row.seed ?? row.input.seed)
  const made = {
    files,
    prompt,
    answer,
    transcript,
    seed: exact ? { seed: exact } : {},
    seconds: secondsOf(row),
  }
  const output = outputs[model.result](made)
  // Tools on an image, and models of masks, answer with one, not with a list.
  const [image] = (model.tool || model.makes) && model.result === 'images' ? files : []
  const body = image ? { ...output, image: { ...presentFile(image), ...sizeOf(image) } } : output
  return { status: 200, body, headers: {} }
}

/** As fal's Whisper: times in seconds. */
function presentTranscript({ language, segments }: Transcript) {
  return {
    chunks: segments.map(({ start_ms: start, end_ms: end, text }) => ({
      ...{ timestamp: [start / 1000, end / 1000], text },
    })),
    inferred_languages: language === null ? [] : [language],
  }
}

function presentFile({ url, content_type, bytes }: MediaView) {
  return { url, content_type, file_name: url.split('/').at(-1), file_size: bytes }
}

function sizeOf({ width, height }: MediaView) {
  return { width, height }
}

function lengthOf({ fps, duration_ms: ms }: MediaView) {
  return { fps, duration: ms && ms / 1000 }
}

function failureAnswer(
  row: Row,
  code: NonNullable<Row['error_code']>,
  reader: Reader,
): ResultAnswer {
  const failure = falFailures[code]
  const message = failureMessage({ ...row, error_code: code }, reader.language)
  const words = { message, error: message, code }
  if ('input' in failure) {
    const detail = [{ loc: ['body'], msg: message, type: failure.input }]
    return {
      status: failure.status,
      body: { detail, ...words },
      headers: { 'x-fal-retryable': 'false' },
    }
  }
  const headers = {
    'x-fal-error-type': failure.errorType,
    'x-fal-retryable': 'false',
    // The client retries a 504 unless the user set the timeout; this one is final.
    ...(failure.status === 504 && { 'x-fal-request-timeout-type': 'user' }),
  }
  return {
    status: failure.status,
    body: { detail: message, error_type: failure.errorType, ...words },
    headers,
  }
}
