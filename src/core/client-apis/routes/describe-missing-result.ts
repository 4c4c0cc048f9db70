import type { FailureCode } from '#core/generations/rules/failure.ts'
import { failureMessage } from '#core/texts/contract/error-messages.ts'
import { fill } from '#core/texts/messages/messages.ts'
import { missingResultMessages } from '#core/texts/messages/missing-result.ts'
import type { Language } from '#platform/languages/languages.ts'
import { NoResult } from './follow-result.ts'

/** Failures whose cause is the request. */
const blamed: readonly FailureCode[] = [
  'cancelled',
  'invalid_input',
  'content_policy',
  'input_unreachable',
]

/** Why a result is not there: an HTTP status, our code and a text. */
export type MissingResult = {
  status: 400 | 500 | 503 | 504
  code: NoResult['reason'] | 'not_sent'
  text(language: Language): string
}

/** Describes `NoResult`, or an unexpected error; `id`: the generation. */
export function describeMissingResult(error: unknown, id: string): MissingResult {
  const own = (status: 500 | 503 | 504, code: 'wait_ended' | 'stopping' | 'not_sent') => ({
    status,
    code,
    text: (language: Language) => fill(missingResultMessages[language][code], { id }),
  })
  if (!(error instanceof NoResult)) return own(500, 'not_sent')
  const { reason, row } = error
  if (reason === 'wait_ended') return own(504, reason)
  if (reason === 'stopping') return own(503, reason)
  const text = (language: Language) => failureMessage({ ...row, error_code: reason }, language)
  return { status: blamed.includes(reason) ? 400 : 500, code: reason, text }
}
