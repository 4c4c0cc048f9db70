import type { Theme } from '#contract/browser-state.ts'
import type { Language } from '#contract/languages.ts'

/** Language and theme; `null` where nothing was chosen. */
export type Choices = { language: Language | null; theme: Theme | null }

type Settled = {
  /** What the account learns of this browser. */
  learned: Partial<Choices>
  /** What this browser takes over from the account. */
  applied: Partial<Choices>
}

/**
 * What counts after signing in. What was chosen in this browser just before (`isNew`) is the newest
 * word and goes to the account. All else the account says is applied here; where it says nothing,
 * the browser stays as it is.
 */
export function mergePreferences(
  here: Choices,
  isNew: Record<keyof Choices, boolean>,
  account: Choices,
): Settled {
  const settled: Settled = { learned: {}, applied: {} }
  for (const name of ['language', 'theme'] as const) {
    if (here[name] === account[name]) continue
    if (isNew[name] && here[name] !== null) Object.assign(settled.learned, { [name]: here[name] })
    else if (account[name] !== null) Object.assign(settled.applied, { [name]: account[name] })
  }
  return settled
}
