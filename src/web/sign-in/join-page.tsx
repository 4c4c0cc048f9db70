import { useQuery } from '@tanstack/react-query'
import { signInParameter } from '#core/history/contract/browser-state.ts'
import { accountQuery } from '#web/lib/account.ts'
import { useLocation } from '#web/lib/navigation/location.ts'
import { settingsQuery, useStudioName } from '#web/lib/settings.ts'
import { m } from '#web/messages/compiled/messages.js'
import { AccountState, ToStart } from './account-state.tsx'
import { JoinMessage } from './join-message.tsx'
import { refusalText } from './refusal-text.ts'
import { SignInButtons } from './sign-in-buttons.tsx'

/** Who may join, and what to do: an account that waits, a refused sign-up. */
export function JoinPage() {
  const { query } = useLocation()
  const { data: account, isPending } = useQuery(accountQuery)
  if (isPending) return null
  if (account) return <AccountState account={account} />
  const refusal = query[signInParameter]
  const text = refusalText(refusal)
  return text ? (
    <JoinMessage {...text}>
      {refusal !== 'closed' && <SignInButtons />}
      <ToStart />
    </JoinMessage>
  ) : (
    <Policy />
  )
}

/** What applies to those who are not signed in. */
function Policy() {
  const { data: settings } = useQuery(settingsQuery)
  const studio = useStudioName()
  if (!settings) return null
  const texts = {
    open: m.join_policy_open,
    invitation: m.join_policy_invitation,
    approval: m.join_policy_approval,
    closed: m.join_policy_closed,
  }
  return (
    <JoinMessage title={m.join_title({ studio })} text={texts[settings.sign_up]()}>
      <SignInButtons />
      <ToStart />
    </JoinMessage>
  )
}
