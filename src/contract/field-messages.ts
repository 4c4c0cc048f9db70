import { ownFieldTexts } from '#catalogue/catalogue.ts'
import { textIn } from '#catalogue/fields.ts'
import type { FieldProblem } from '#catalogue/parse-input.ts'
import type { Language } from './languages.ts'
import { fieldMessages } from './messages/field.ts'
import { fill } from './messages/messages.ts'

/**
 * What is wrong with one field, naming the field and its limit in the model's own numbers. `label`
 * is what the reader sees the field called; without it, what the forms call it; a name that no form
 * has stays as it is. Some fields have one name in these messages wherever they are read, and some
 * problems a text of their own for a field (docs/spec/texts.md).
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

/** What the forms call a field: by its model's own file, or by the message files. */
function labelOf(field: string, language: Language): string {
  const own = ownFieldTexts().get(field)
  if (own) return textIn(own.label, language)
  const texts: Record<string, string> = fieldMessages[language]
  return texts[`label_${field}`] ?? field
}

/**
 * A gap in a Chinese sentence belongs beside a machine's name or a number, and between no two
 * Chinese characters.
 */
const betweenChinese = /(?<=\p{Script=Han}) (?=\p{Script=Han})/gu
