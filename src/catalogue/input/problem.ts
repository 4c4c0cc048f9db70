/** Everything that can be wrong with a field. */
export const fieldProblems = [
  'required',
  'too_short',
  'too_long',
  'too_many',
  'out_of_range',
  'not_an_option',
  'wrong_type',
  'wrong_form',
  'unknown_name',
  'too_many_entries',
  'not_an_address',
  'not_reachable',
  'wrong_file',
  'not_used',
  'empty_file',
  'no_video_track',
  'file_too_large',
  'too_many_pixels',
  'video_too_long',
] as const

/**
 * What is wrong with one field, as data: the message is made where the reader's language is known.
 */
export type FieldProblem = {
  field: string
  problem: (typeof fieldProblems)[number]
  /** Limits: characters, values, bytes, pixels or seconds, as the problem says. */
  min?: number
  max?: number
  options?: readonly (string | number)[]
}
