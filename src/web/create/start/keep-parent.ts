import type { Model } from '#core/models/rules/model.ts'
import type { Draft } from './draft.ts'

/**
 * The draft after a change, without the parent generation where that no longer applies: another
 * model was selected, a file was replaced or removed, or the prompt was replaced. An edited prompt
 * and other settings keep it.
 */
export function keepParent(before: Draft, after: Draft): Draft {
  if (after.parentId === undefined || after.parentId !== before.parentId) return after
  return isSameSubject(before, after) ? after : { ...after, parentId: undefined }
}

function isSameSubject(before: Draft, after: Draft): boolean {
  const isSameModel =
    before.model.id === after.model.id && before.model.generationType === after.model.generationType
  if (!isSameModel || isReplaced(promptOf(before), promptOf(after))) return false
  return fileFields(before.model).every((name) =>
    isSameFile(before.values[name], after.values[name]),
  )
}

/** Whether less than half of a text was kept: it was deleted or replaced. */
export function isReplaced(before: string, after: string): boolean {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start += 1
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  return before !== '' && (start + end) * 2 < before.length
}

function promptOf({ model, values }: Draft): string {
  const prompt = values[model.promptField ?? 'prompt']
  return typeof prompt === 'string' ? prompt.trim() : ''
}

function fileFields({ fields }: Model): string[] {
  return Object.entries(fields).flatMap(([name, { control }]) =>
    control.kind === 'file' || control.kind === 'files' ? [name] : [],
  )
}

/** A file that is added to an empty slot replaces none; one more in a list neither. */
function isSameFile(before: unknown, after: unknown): boolean {
  if (Array.isArray(before))
    return Array.isArray(after) && before.every((address) => after.includes(address))
  return before === undefined || before === '' || before === after
}
