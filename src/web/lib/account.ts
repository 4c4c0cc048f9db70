import { queryOptions } from '@tanstack/react-query'
import type { AccountView } from '#contract/account.ts'
import { signedInHint } from '#contract/browser-state.ts'
import { ApiError, request, retryUnlessRefused } from './api.ts'
import { readCookie } from './browser-storage/cookies.ts'

export const accountKey = ['account'] as const

/** The signed-in account, or `null` when nobody is signed in. Live events keep it current. */
export const accountQuery = queryOptions({
  queryKey: accountKey,
  queryFn: async ({ client, signal }) => {
    const heard = () => client.getQueryState(accountKey)?.dataUpdateCount ?? 0
    const before = heard()
    const found = await findAccount(signal)
    // A live event may have overtaken this answer.
    return heard() === before
      ? found
      : (client.getQueryData<AccountView | null>(accountKey) ?? found)
  },
  // Nobody signed in with this browser: that is known without asking, and asking would only be
  // refused.
  initialData: () => (isSignedInHere() ? undefined : null),
  staleTime: 60_000,
  retry: retryUnlessRefused,
})

const isSignedInHere = () => readCookie(signedInHint) !== undefined

async function findAccount(signal: AbortSignal): Promise<AccountView | null> {
  if (!isSignedInHere()) return null
  try {
    return await request<AccountView>('GET', '/api/account', { signal })
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}
