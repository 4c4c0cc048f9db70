import type { Model } from '#catalogue/model.ts'
import { seedAsJson } from '#catalogue/seed.ts'
import { failureMessage } from '#contract/error-messages.ts'
import type { MediaView } from '#contract/generation.ts'
import type { GenerationWithMedia } from '#services/generations/reading/read-generation.ts'
import { presentGeneration, type Reader } from '../../presenters/present-generation.ts'
import { falFailures } from './failures.ts'
import { secondsOf } from './present-status.ts'

export type ResultAnswer = { status: number; body: object; headers: Record<string, string> }

type Made = {
  files: MediaView[]
  prompt: string
  answer: string | null
  /** As the JSON text writes it; absent where the provider told none. */
  seed: { seed?: object }
  seconds: number | null
}

/**
 * What a model's output looks like, by the shape its file declares
 * (docs/providers/fal.md#endpoints).
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
  text: ({ answer }) => ({ output: answer, finish_reason: 'stop', usage_info: {} }),
}

/** What an ended generation made, in fal's words and with our own files; or how it failed. */
export function presentResult(
  found: GenerationWithMedia,
  model: Pick<Model, 'result'>,
  reader: Reader,
): ResultAnswer {
  const { row } = found
  if (row.error_code) return failureAnswer(row, row.error_code, reader)
  const { images: files, prompt, answer } = presentGeneration(found, reader)
  const exact = seedAsJson(row.seed ?? row.input.seed)
  const made = {
    files,
    prompt,
    answer,
    seed: exact ? { seed: exact } : {},
    seconds: secondsOf(row),
  }
  return { status: 200, body: outputs[model.result](made), headers: {} }
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

type Row = GenerationWithMedia['row']

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
    // The client asks again after a 504 unless the limit was somebody's wish; this one is final.
    ...(failure.status === 504 && { 'x-fal-request-timeout-type': 'user' }),
  }
  return {
    status: failure.status,
    body: { detail: message, error_type: failure.errorType, ...words },
    headers,
  }
}
