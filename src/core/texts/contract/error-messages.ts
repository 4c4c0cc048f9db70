import type { FailureCode } from '#core/generations/rules/failure.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import type { Language } from '#platform/languages/languages.ts'
import { errorMessages } from '../messages/error.ts'
import { fill } from '../messages/messages.ts'
import type { CoreErrorCode, ErrorBody, ErrorCode } from './errors.ts'

type TextCode = Exclude<CoreErrorCode, 'invalid_input' | 'invalid_generation_type'>

/**
 * The message for an error code. `detail`, `required` and `current` fill the placeholders in the
 * text.
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
 * That a job could not be created, with the reason in `message` (docs/spec/texts.md); any other
 * refusal keeps its own text.
 */
export function createFailure(medium: 'image' | 'audio' | 'understanding') {
  return ({ code, error }: ErrorBody, language: Language): OwnWords =>
    code === 'internal' || code === 'unavailable'
      ? { error: errorMessages[language][`create_failed_${medium}`], message: error }
      : null
}

/**
 * A refusal in the audio endpoint's texts: two messages are shorter, with the long form beside them
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

/** The failure message of a history action. */
type HistoryTask = 'fetch' | 'delete' | 'delete_many' | 'change' | 'restore' | 'favorite'

const whyNot: readonly ErrorCode[] = [
  'not_found',
  'too_late',
  'selection_changed',
  'internal',
  'unavailable',
]

/** That a history action failed, as `failureIn` says it. */
export function historyFailure(task: HistoryTask) {
  return failureIn((language) => errorMessages[language][`history_failed_${task}`])
}

/**
 * That the request failed, in these words, with the reason in `message` (docs/spec/texts.md); an
 * invalid or unauthenticated request gets the same answer as everywhere.
 */
export function failureIn(words: (language: Language) => string) {
  return ({ code, error }: ErrorBody, language: Language): OwnWords =>
    whyNot.includes(code) ? { error: words(language), message: error } : null
}

/** The current step of an open generation, as a text for users. */
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
  /** The provider's message about the user's input. */
  error_message: string | null
}

/**
 * Why a generation failed, as a text for users. The provider's message about the input is used
 * where there is one; an input that it rejected without a message, and audio that it failed to
 * make, have fixed texts (docs/spec/texts.md).
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
