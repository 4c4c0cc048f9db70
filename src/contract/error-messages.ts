import type { Kind } from '#catalogue/kinds.ts'
import type { FailureCode } from '#domain/failure.ts'
import type { ErrorBody, ErrorCode } from './errors.ts'
import type { Language } from './languages.ts'
import { errorMessages } from './messages/error.ts'
import { fill } from './messages/messages.ts'

type TextCode = Exclude<ErrorCode, 'invalid_input' | 'invalid_generation_type'>

/**
 * What the API says to people for an error code. `detail`, `required` and `current` fill the gaps
 * in the text.
 */
export function errorMessage(
  code: TextCode,
  language: Language,
  details: Record<string, string | number | undefined> = {},
): string {
  return fill(errorMessages[language][code], details)
}

type OwnWords = Pick<ErrorBody, 'error' | 'message'> | null

/**
 * That a job could not be created, and why in `message` (docs/spec/texts.md); any other refusal
 * keeps its own words.
 */
export function createFailure(medium: 'image' | 'audio' | 'understanding') {
  return ({ code, error }: ErrorBody, language: Language): OwnWords =>
    code === 'internal' || code === 'unavailable'
      ? { error: errorMessages[language][`create_failed_${medium}`], message: error }
      : null
}

/**
 * A refusal in the audio endpoint's words: it says two things more shortly, and at length beside it
 * (docs/spec/texts.md).
 */
export function audioRefusal(body: ErrorBody, language: Language): OwnWords {
  const { code, error } = body
  const texts = errorMessages[language]
  if (code === 'insufficient_credits')
    return { error: texts.audio_insufficient_credits, message: error }
  if (code === 'never_paid') return { error: texts.audio_never_paid, message: texts.audio_upgrade }
  return createFailure('audio')(body, language)
}

/** What a history could not do. */
type HistoryTask =
  | 'fetch'
  | 'delete'
  | 'delete_many'
  | 'change'
  | 'restore'
  | 'favorite'
  | 'download'
  | 'download_edits'

const whyNot: readonly ErrorCode[] = [
  'not_found',
  'too_late',
  'selection_changed',
  'internal',
  'unavailable',
]

/**
 * That it failed, and why in `message` (docs/spec/texts.md); who asks wrongly, or is nobody, is
 * told so as everywhere.
 */
export function historyFailure(task: HistoryTask) {
  return ({ code, error }: ErrorBody, language: Language): OwnWords =>
    whyNot.includes(code)
      ? { error: errorMessages[language][`history_failed_${task}`], message: error }
      : null
}

/** What open work is doing, for people. */
export function progressMessage(status: 'pending' | 'processing', language: Language): string {
  return errorMessages[language][`progress_${status}`]
}

/** “Invalid image generation type” (docs/spec/creation.md#kinds). */
export function invalidTypeMessage(medium: 'image' | 'video', language: Language): string {
  return errorMessages[language][`invalid_type_${medium}`]
}

type Failure = {
  kind: Kind
  error_code: FailureCode
  /** What the provider said about the person's input. */
  error_message: string | null
}

/**
 * Why a generation failed, for people. The provider's message about the input is used where there
 * is one; an input it refused without a message, and audio it failed to make, have fixed texts
 * (docs/spec/texts.md).
 */
export function failureMessage(
  { kind, error_code, error_message }: Failure,
  language: Language,
): string {
  const texts = errorMessages[language]
  if (error_message) return error_message
  if (kind === 'audio' && error_code === 'provider_error') return texts.audio_failed
  const text = texts[`failed_${error_code}`]
  return error_code === 'invalid_input' ? fill(texts.failed_unknown, { text }) : text
}
