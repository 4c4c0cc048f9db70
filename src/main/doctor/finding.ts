/**
 * The result of a check. `unused`: nothing to check; `doubtful`: it works, but needs attention.
 */
export type Finding = { state: 'right' | 'unused' | 'doubtful' | 'wrong'; text: string }

export const right = (text: string): Finding => ({ state: 'right', text })
export const unused = (text: string): Finding => ({ state: 'unused', text })
export const doubtful = (text: string): Finding => ({ state: 'doubtful', text })

/** A failure, with what to do about it. */
export const wrong = (what: string, remedy: string): Finding => ({
  state: 'wrong',
  text: `${what.replace(/\.+$/, '.')} ${remedy}`.trim(),
})

/** Returns an error's message with those of its causes. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const inner = error instanceof AggregateError ? error.errors.map(wordsOf).join('; ') : ''
  const cause = error.cause instanceof Error ? wordsOf(error.cause) : ''
  return [error.message, inner, cause].filter(Boolean).join(': ')
}
