import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { AccountView } from '#contract/account.ts'
import { accountQuery } from '#web/lib/account.ts'
import { askToSignIn, usePrompt } from '#web/lib/prompts.ts'
import { m } from '#web/messages/compiled/messages.js'
import { toast } from '#web/ui/feedback/toast.ts'

/** Queries that are the same for every account. */
const publicQueries = ['account', 'settings', 'packs']

/** How long it stands there, in ms: who is typing looks up late. */
const toastMs = 30_000

/**
 * When the session ends elsewhere, what belonged to the account leaves the page at once; what was
 * typed stays, and the page says what happened. The same when another account signs in in another
 * tab.
 */
export function useSessionEnd(): void {
  const client = useQueryClient()
  const { data: account } = useQuery(accountQuery)
  const isAsked = usePrompt() !== null
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
    // Who pressed a button is asked already: to sign in, or whether this account shall pay.
    if (isAsked) return
    if (!now) notifySessionEnded()
    // Between two accounts a page may see for a moment that there is no session.
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
