import type { Definition, FieldDefinition, SentValue } from '../rules/definition.ts'

/** Whether a part of a request has a value whatever the form's values are. */
export function isAlwaysSent(
  rule: Definition['request'][string],
  fieldOf: (name: string) => FieldDefinition | undefined,
): boolean {
  const rules = [rule].flat()
  const isSent = (sent: SentValue) => {
    if ('constant' in sent) return true
    const field = fieldOf(sent.from)
    return field !== undefined && hasValue(field) && !mayBeOmitted(sent, field)
  }
  return rules.every(isSent) && rules.at(-1)?.when === undefined
}

/** A text that must be given is never the empty one that is not sent. */
function mayBeOmitted({ omit = [] }: Extract<SentValue, { from: string }>, field: FieldDefinition) {
  const isFilled = 'required' in field && field.required === true
  return omit.some((value) => value !== '' || !isFilled)
}

/** Whether a field always has a value. */
function hasValue(field: FieldDefinition): boolean {
  switch (field.control) {
    case 'text':
    case 'file':
      return field.required === true
    case 'files':
      return field.min !== undefined
    case 'integer':
    case 'decimal':
      return field.default !== undefined
    default:
      return field.control !== 'seed'
  }
}
