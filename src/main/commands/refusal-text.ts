import type { FieldProblem } from '#core/models/rules/parse-input.ts'
import type { Refusal } from '#core/refused.ts'
import type { SettingProblem } from '#core/settings/contract/studio-settings.ts'
import { errorMessage } from '#core/texts/contract/error-messages.ts'
import type { FeatureCommands } from '#features/feature.ts'
import { fallbackLanguage } from '#platform/languages/languages.ts'

type CoreReason = Parameters<typeof errorMessage>[0]

/** Returns the text of a refusal, as in the API. `added`: the commands of features. */
export function refusalText(refusal: Refusal, added: readonly FeatureCommands[]): string {
  if ('problems' in refusal) return refusal.problems.map(problemText).join('\n')
  switch (refusal.reason) {
    case 'not_found':
      return 'There is no such account, generation or payment.'
    case 'insufficient_credits':
      return `The account has ${refusal.current} credits, fewer than ${refusal.required}. Nothing was taken.`
    case 'too_late':
      return 'A worker has it in its hands just now. Nothing was changed.'
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

function problemText(found: FieldProblem | SettingProblem): string {
  if ('path' in found) return `${found.path}: ${found.message}`
  const { field, problem, min, max } = found
  return problem === 'out_of_range' ? `${field}: from ${min} to ${max}` : `${field}: ${problem}`
}
