import {
  hashKey,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { AccountChanges, AccountView } from '#core/accounts/contract/account.ts'
import {
  type Choice,
  chosenHereCookie,
  signedInHint,
} from '#core/history/contract/browser-state.ts'
import {
  ApiError,
  onAccountMismatch,
  request,
  retryUnlessRefused,
  type ShownAccount,
  setShownAccount,
} from './api.ts'
import { readCookie, readStored, writeCookie, writeStored } from './browser/browser-storage.ts'

export const accountKey = ['account'] as const
/** The pages of the statement; each also names the balance that it belongs to. */
export const ledgerKey = ['ledger'] as const

/** The signed-in account, or `null` when signed out. Live events keep it current. */
export const accountQuery = queryOptions({
  queryKey: accountKey,
  queryFn: async ({ client, signal }) => {
    const updateCount = () => client.getQueryState(accountKey)?.dataUpdateCount ?? 0
    const before = updateCount()
    const found = await findAccount(signal)
    // A live event may have arrived before this answer.
    return updateCount() === before
      ? found
      : (client.getQueryData<AccountView | null>(accountKey) ?? found)
  },
  // Without a session in this browser the answer is known, and a request would only be refused.
  initialData: () => (isSignedInHere() ? undefined : null),
  staleTime: 60_000,
  retry: retryUnlessRefused,
})

/** What the groups of the account let it do. */
export const limitsQuery = queryOptions({
  queryKey: [...accountKey, 'limits'],
  queryFn: ({ signal }) => request('GET', '/api/account/limits', { signal }),
  staleTime: 0,
  retry: retryUnlessRefused,
})

const isSignedInHere = () => readCookie(signedInHint) !== undefined

async function findAccount(signal: AbortSignal): Promise<AccountView | null> {
  if (!isSignedInHere()) return null
  try {
    return await request('GET', '/api/account', { signal })
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}

/**
 * Changes settings of the account; all components read them from the answer. Fails with `ApiError`.
 */
export function useSaveSettings() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: AccountChanges) =>
      request('PATCH', '/api/account', { body, keepalive: true }),
    onSuccess: (account) => client.setQueryData(accountKey, account),
  })
}

/**
 * Saves the language or theme chosen in this browser, where it already applies, in the account.
 * While signed out, or when the request fails, the next sign-in saves it. `hasFailed`: the last
 * request failed.
 */
export function useSavePreference() {
  const { mutateAsync, isError } = useSaveSettings()
  const savePreference = (choice: Partial<Pick<AccountChanges, Choice>>) => {
    const remember = () => rememberChosen(Object.keys(choice))
    if (readCookie(signedInHint)) mutateAsync(choice).catch(remember)
    else remember()
  }
  return { savePreference, hasFailed: isError }
}

/** For a day: a later sign-in does not belong to this choice. */
function rememberChosen(names: readonly string[]): void {
  const before = readCookie(chosenHereCookie)?.split('.') ?? []
  writeCookie(chosenHereCookie, [...new Set([...before, ...names])].join('.'), 1)
}

const accountChannel = 'atelier.account'

/**
 * Keeps all tabs on the account that is signed in: each notifies the others when it learns of
 * another account or of a sign-out, and fetches the account when it is notified of one that it does
 * not show. Called once, before the first render.
 */
export function shareAccount(client: QueryClient): void {
  let shown: ShownAccount
  const hash = hashKey(accountKey)
  const refresh = () => void client.invalidateQueries({ queryKey: accountKey })
  const post = connectTabs((announced) => {
    if (announced !== shown) refresh()
  })
  client.getQueryCache().subscribe(({ query }) => {
    if (query.queryHash !== hash) return
    const account = client.getQueryData<AccountView | null>(accountKey)
    const id = account === undefined ? undefined : (account?.id ?? null)
    if (id === undefined || id === shown) return
    shown = id
    setShownAccount(id)
    post(id)
  })
  onAccountMismatch(refresh)
}

/** Connects this tab with the browser's others. Returns a function that notifies them. */
function connectTabs(
  onNotified: (account: string | null) => void,
): (account: string | null) => void {
  if ('BroadcastChannel' in globalThis) {
    const channel = new BroadcastChannel(accountChannel)
    channel.onmessage = ({ data }: MessageEvent<string | null>) => onNotified(data)
    return (account) => channel.postMessage(account)
  }
  addEventListener('storage', ({ key }) => {
    const stored = key === accountChannel && readStored('localStorage', accountChannel)
    if (Array.isArray(stored)) onNotified(stored[0])
  })
  // The time, because only a changed value fires an event in other tabs.
  return (account) => writeStored('localStorage', accountChannel, [account, Date.now()])
}
