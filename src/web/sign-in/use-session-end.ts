import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { AccountView } from '#core/accounts/contract/account.ts'
import { accountQuery } from '#web/lib/account.ts'
import { askToSignIn, usePrompt } from '#web/lib/prompts.ts'
import { m } from '#web/messages/compiled/messages.js'
import { toast } from '#web/ui/feedback/toast.ts'

/** Queries that are the same for every account. */
const publicQueries = ['account', 'settings', 'packs']

/** How long the notice stays, in ms: long enough for a user who is typing. */
const toastMs = 30_000

/**
 * When the session ends elsewhere, the account's data leaves the page at once; typed text stays,
 * and the page shows a notice. The same when another account signs in in another tab.
 */
export function useSessionEnd(): void {
  const client = useQueryClient()
  const { data: account } = useQuery(accountQuery)
  const isPromptOpen = usePrompt() !== null
  const known = useRef<string>(undefined)
  const latest = useRef<string>(undefined)
  const compare = useEffectEvent((now: AccountView | null) => {
    const [before, last] = [known.current, latest.current]
    known.current = now?.id
    latest.current = now?.id ?? last
    if (before === now?.id || last === undefined) return
    if (before !== undefined) {
      void client.resetQueries({
        predicate: ({ queryKey: [name] }) => !publicQueries.includes(String(name)),
      })
    }
    // A user who has pressed a button already sees a dialog: for the sign-in, or to confirm the
    // other account.
    if (isPromptOpen) return
    if (!now) notifySessionEnded()
    // Between two accounts a page may briefly see that there is no session.
    else if (now.id !== last) notifyAccountChanged(now.email)
  })
  useEffect(() => {
    if (account !== undefined) compare(account)
  }, [account])
}

function notifyAccountChanged(email: string) {
  toast(m.account_changed_title({ email }), {
    tone: 'warn',
    description: m.account_changed_elsewhere(),
    duration: toastMs,
  })
}

function notifySessionEnded() {
  toast(m.sign_in_ended(), {
    tone: 'warn',
    description: m.sign_in_ended_next(),
    duration: toastMs,
    action: { label: m.app_sign_in(), onAction: () => askToSignIn() },
  })
}
