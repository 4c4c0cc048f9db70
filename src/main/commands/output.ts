import { userInfo } from 'node:os'
import type { FieldProblem } from '#catalogue/parse-input.ts'
import { fallbackLanguage } from '#contract/languages.ts'
import { errorMessage } from '#contract/texts/error-messages.ts'
import type { OperatorAction } from '#services/admin/audited-transaction.ts'
import type { Refusal } from '#services/refused.ts'

/** Prints one answer as one line. */
export function print(value: object): void {
  console.log(JSON.stringify(value))
}

/** Prints an error and sets the exit code 1. */
export function fail(message: string): void {
  console.error(message)
  process.exitCode = 1
}

type CoreReason = Parameters<typeof errorMessage>[0]

/** Returns the text of a refusal, as in the API. */
export function refusalText(refusal: Refusal): string {
  switch (refusal.reason) {
    case 'not_found':
      return 'There is no such account, generation or payment.'
    case 'insufficient_credits':
      return `The account has ${refusal.current} credits, fewer than ${refusal.required}. Nothing was taken.`
    case 'too_late':
      return 'A worker has it in its hands just now. Nothing was changed.'
    case 'invalid_settings':
    case 'invalid_group':
    case 'invalid_definition':
      return refusal.problems.map(({ path, message }) => `${path}: ${message}`).join('\n')
    case 'invalid_input':
      return refusal.problems.map(problemText).join('\n')
    case 'invalid_generation_type':
    case 'not_signed_in':
      return refusal.reason
    default:
      // Commands call verbs of the core alone.
      return errorMessage(refusal.reason as CoreReason, fallbackLanguage)
  }
}

function problemText({ field, problem, min, max }: FieldProblem): string {
  return problem === 'out_of_range' ? `${field}: from ${min} to ${max}` : `${field}: ${problem}`
}

/** The actor and reason for the audit log; several people may share a command line. */
export function operatorAction(reason: string): OperatorAction {
  return { actor: `command line (${userName()})`, reason }
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}
