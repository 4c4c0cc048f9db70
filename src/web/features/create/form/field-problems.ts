import type { FieldProblem } from '#catalogue/parse-input.ts'
import { fieldMessage } from '#contract/field-messages.ts'
import { currentLocale } from '#web/lib/locale.ts'
import { m } from '#web/messages/compiled/messages.js'
import type { FieldText } from '#web/shared/field-texts.ts'

/**
 * What to do about a field that is empty and must not be (docs/spec/creation.md#form-rules,
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

/** What is wrong with a field, as it stands at the field itself. */
export function problemText(problem: FieldProblem, text: FieldText): string {
  const whatToDo = problem.problem === 'required' ? missing[problem.field] : undefined
  return whatToDo?.() ?? listedProblemText(problem, text)
}

/** The same as a list of all problems says it, naming the field (docs/spec/texts.md). */
export function listedProblemText(problem: FieldProblem, text: FieldText): string {
  return fieldMessage(problem, currentLocale(), text.label())
}

/** The id of a field's place in the page; there is one form at a time. */
export const fieldId = (name: string) => `field-${name}`

/**
 * What may have the keyboard, the best first: what is wrong, then what is filled in, then what is
 * pressed.
 */
const focusable = ['[aria-invalid="true"]', 'textarea, input, select', 'button']

/**
 * Puts the keyboard into a field, unfolding nothing: the caller has made sure that it can be
 * seen.
 */
export function focusField(name: string): void {
  const place = document.getElementById(fieldId(name))
  place?.scrollIntoView({ block: 'nearest' })
  const target = focusable
    .map((selector) => place?.querySelector<HTMLElement>(selector))
    .find((found) => found)
  target?.focus()
}
