import { accountHeader, noAccount } from '#contract/browser-state.ts'

/** The id of the account a page shows; `null`: not signed in; `undefined`: not known yet. */
export type ShownAccount = string | null | undefined

let shown: ShownAccount
const listeners = new Set<() => void>()

/** Remembers which account this page shows from now on. */
export function setShownAccount(account: ShownAccount): void {
  shown = account
}

/**
 * The header that names an account to the server, so that nothing is done for another one; by
 * default the one shown.
 */
export function shownAccountHeader(account: ShownAccount = shown): Record<string, string> {
  return account === undefined ? {} : { [accountHeader]: account ?? noAccount }
}

/** Calls back whenever the server refused a request because another account is signed in. */
export function onAccountMismatch(listener: () => void): void {
  listeners.add(listener)
}

/** The server refused a request because another account is signed in. */
export function reportAccountMismatch(): void {
  for (const listener of listeners) listener()
}
