import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AccountChanges, AccountView } from '#contract/account.ts'
import { type Choice, chosenHereCookie, signedInHint } from '#contract/browser-state.ts'
import { accountKey } from '../account.ts'
import { request } from '../api.ts'
import { readCookie, writeCookie } from '../browser-storage/cookies.ts'

/**
 * Changes settings of the account; what the screens read follows from the answer. Fails with
 * `ApiError`.
 */
export function useSaveSettings() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: AccountChanges) =>
      request<AccountView>('PATCH', '/api/account', { body, keepalive: true }),
    onSuccess: (account) => client.setQueryData(accountKey, account),
  })
}

/**
 * Tells the account the language or theme chosen in this browser, where it already counts. While
 * nobody is signed in, or when the account cannot be told, the next sign-in tells it. `hasFailed`:
 * the last one did not get there.
 */
export function useTellAccount() {
  const { mutateAsync, isError } = useSaveSettings()
  const tell = (choice: Partial<Pick<AccountChanges, Choice>>) => {
    const remember = () => rememberChosen(Object.keys(choice))
    if (readCookie(signedInHint)) mutateAsync(choice).catch(remember)
    else remember()
  }
  return { tell, hasFailed: isError }
}

/** For a day: who signs in later than that did not choose just now. */
function rememberChosen(names: readonly string[]): void {
  const before = readCookie(chosenHereCookie)?.split('.') ?? []
  writeCookie(chosenHereCookie, [...new Set([...before, ...names])].join('.'), 1)
}
