/**
 * What differs between a definition and its provider's document. The document has an input that the
 * request lacks (`input_added`) or lacks one that it has (`input_removed`); another type, other
 * options, limits, default; a value is `required` that may be missing, or `optional` that the form
 * requires.
 */
export const changes = [
  'input_added',
  'input_removed',
  'type',
  'options_added',
  'options_removed',
  'range_narrowed',
  'range_widened',
  'default',
  'required',
  'optional',
] as const

export type Change = (typeof changes)[number]
