/** The longest job id that is stored, in characters: the index accepts at most 2.7 kB. */
const maxJobId = 200

/** Whether a provider's job id can be stored and indexed. */
export function isJobId(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= maxJobId
}
