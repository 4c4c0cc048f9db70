import type { FieldProblem } from '#core/models/rules/parse-input.ts'
import { fieldMessage } from '#core/texts/contract/field-messages.ts'
import { currentLocale } from '#web/lib/locale.ts'
import { m } from '#web/messages/compiled/messages.js'
import type { FieldText } from '#web/shared/field-texts.ts'

/**
 * The message for a required field that is empty (docs/spec/creation.md#form-rules,
 * docs/spec/texts.md).
 */
const missing: Readonly<Record<string, () => string>> = {
  prompt: m.create_missing_prompt,
  question: m.create_missing_question,
  image: m.create_missing_image,
  image_url: m.create_missing_image,
  start_image_url: m.create_missing_start_image,
  end_image_url: m.create_missing_end_image,
  video_url: m.create_missing_video,
  mask_image_url: m.create_missing_mask,
}

/** The message for a problem, as shown at the field itself. */
export function problemText(problem: FieldProblem, text: FieldText): string {
  const whatToDo = problem.problem === 'required' ? missing[problem.field] : undefined
  return whatToDo?.() ?? listedProblemText(problem, text)
}

/** The same in a list of all problems, which names the field (docs/spec/texts.md). */
export function listedProblemText(problem: FieldProblem, text: FieldText): string {
  return fieldMessage(problem, currentLocale(), text.label())
}

/** The id of a field's element; there is one form at a time. */
export const fieldId = (name: string) => `field-${name}`

/**
 * Elements of a field that can be focused, in order of preference: invalid ones, inputs, buttons.
 */
const focusable = ['[aria-invalid="true"]', 'textarea, input, select', 'button']

/** Focuses a field without unfolding anything: the caller has made it visible. */
export function focusField(name: string): void {
  const place = document.getElementById(fieldId(name))
  place?.scrollIntoView({ block: 'nearest' })
  const target = focusable
    .map((selector) => place?.querySelector<HTMLElement>(selector))
    .find((found) => found)
  target?.focus()
}
