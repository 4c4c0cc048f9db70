import type { FieldProblem } from '#core/models/rules/parse-input.ts'
import type { Language } from '#platform/languages/languages.ts'
import { fieldMessages } from '../messages/field.ts'
import { fill } from '../messages/messages.ts'

/**
 * The message for a problem with one field, with the field's name and its limit in the model.
 * `label` is the name that the reader sees, or that its model gives it; without it, the name in the
 * forms; a field without such a name keeps its own. Some fields have one name in these messages everywhere, and some problems
 * have their own text for a field (docs/spec/texts.md).
 */
export function fieldMessage(
  { field, problem, min, max, options }: FieldProblem,
  language: Language,
  label?: string,
): string {
  const texts: Record<string, string> = fieldMessages[language]
  const text = texts[`own_${field}_${problem}`] ?? fieldMessages[language][problem]
  const name = texts[`name_${field}`] ?? label ?? labelOf(field, language)
  return fill(text, { field: name, min, max, options: options?.join(', ') }).replaceAll(
    betweenChinese,
    '',
  )
}

/** The name of a field in the forms. */
function labelOf(field: string, language: Language): string {
  const texts: Record<string, string> = fieldMessages[language]
  return texts[`label_${field}`] ?? field
}

/**
 * In a Chinese sentence a space belongs beside an identifier or a number, and not between two
 * Chinese characters.
 */
const betweenChinese = /(?<=\p{Script=Han}) (?=\p{Script=Han})/gu
