import { hashKey, type QueryClient } from '@tanstack/react-query'
import type { AccountView } from '#contract/account.ts'
import { accountKey } from './account.ts'
import { readStored, writeStored } from './browser-storage/stored.ts'
import { onAccountMismatch, type ShownAccount, setShownAccount } from './shown-account.ts'

const name = 'atelier.account'

/**
 * Keeps all tabs on the account that is signed in: each tells the others when it learns of another
 * account or of a sign-out, and asks the server when it is told of one that it does not show.
 * Called once, before the page is drawn.
 */
export function shareAccount(client: QueryClient): void {
  let shown: ShownAccount
  const hash = hashKey(accountKey)
  const refresh = () => void client.invalidateQueries({ queryKey: accountKey })
  const post = connectTabs((told) => {
    if (told !== shown) refresh()
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

/** Connects this tab with the browser's others. Returns a function that tells them. */
function connectTabs(onTold: (account: string | null) => void): (account: string | null) => void {
  if ('BroadcastChannel' in globalThis) {
    const channel = new BroadcastChannel(name)
    channel.onmessage = ({ data }: MessageEvent<string | null>) => onTold(data)
    return (account) => channel.postMessage(account)
  }
  addEventListener('storage', ({ key }) => {
    const stored = key === name && readStored('localStorage', name)
    if (Array.isArray(stored)) onTold(stored[0])
  })
  // The time, because only another value is told to other tabs.
  return (account) => writeStored('localStorage', name, [account, Date.now()])
}
