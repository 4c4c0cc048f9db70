import type { FieldProblem } from '#core/models/rules/parse-input.ts'
import type { Refusal } from '#core/refused.ts'
import { errorMessage } from '#core/texts/contract/error-messages.ts'
import type { FeatureCommands } from '#features/feature.ts'
import { fallbackLanguage } from '#platform/languages/languages.ts'

type CoreReason = Parameters<typeof errorMessage>[0]

/** Returns the text of a refusal, as in the API. `added`: the commands of features. */
export function refusalText(refusal: Refusal, added: readonly FeatureCommands[]): string {
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
      return (
        added
          .map(({ refusalTexts }) => refusalTexts?.[fallbackLanguage][refusal.reason])
          .find((text) => text) ?? errorMessage(refusal.reason as CoreReason, fallbackLanguage)
      )
  }
}

function problemText({ field, problem, min, max }: FieldProblem): string {
  return problem === 'out_of_range' ? `${field}: from ${min} to ${max}` : `${field}: ${problem}`
}
