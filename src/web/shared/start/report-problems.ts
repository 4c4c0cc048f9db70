import type { FieldProblem } from '#core/models/rules/parse-input.ts'
import { currentLocale } from '#web/lib/locale.ts'
import { m } from '#web/messages/compiled/messages.js'
import { toast } from '#web/ui/feedback/toast.ts'
import { fieldText } from '../field-texts.ts'

/**
 * Reports, where no form shows its fields, why a generation cannot start, such as that a file is too
 * large; nothing was charged. `otherwise`: the text of a problem that has none.
 */
export async function reportProblems(
  [first]: readonly FieldProblem[],
  otherwise: string,
): Promise<void> {
  const { fieldMessage } = await import('#core/texts/contract/field-messages.ts')
  const text =
    first && fieldMessage(first, currentLocale(), fieldText(first.field, undefined).label())
  toast(text ?? otherwise, { tone: 'bad', description: m.create_not_charged() })
}
