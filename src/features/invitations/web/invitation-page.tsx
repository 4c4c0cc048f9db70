import { queryOptions, useQuery } from '@tanstack/react-query'
import { accountQuery } from '#web/lib/account.ts'
import { request, retryUnlessRefused } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useLocation } from '#web/lib/navigation/location.ts'
import { useStudioName } from '#web/lib/settings.ts'
import { m } from '#web/messages/compiled/messages.js'
import { AccountState } from '#web/sign-in/account-state.tsx'
import { JoinMessage } from '#web/sign-in/join-message.tsx'
import { SignInButtons } from '#web/sign-in/sign-in-buttons.tsx'
import { ErrorState } from '#web/ui/feedback/notices.tsx'
import { invitationParameter, invitationPath, invitationToken } from '../rules.ts'
import { refusalTexts } from './refusal-texts.ts'

const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => request('POST', '/api/invitations/check', { body: { token }, signal }),
    retry: retryUnlessRefused,
  })

/** The page of an invitation's link. */
export function InvitationPage() {
  const { path } = useLocation()
  const { data: account, isPending } = useQuery(accountQuery)
  if (isPending) return null
  if (!account) return <Invitation token={path.slice(invitationPath('').length)} />
  const { email } = account
  const text = m.join_has_account_text({ email })
  return <AccountState account={account} ready={{ title: m.join_has_account_title(), text }} />
}

/** For a person who is not signed in. */
function Invitation({ token }: { token: string }) {
  const isToken = invitationToken.test(token)
  const invitation = useQuery({ ...invitationQuery(token), enabled: isToken })
  const studio = useStudioName()
  const { data, error, refetch, isFetching } = invitation
  if (!isToken) return <JoinMessage {...refusalTexts.invitation_unknown()} />
  if (error)
    return (
      <ErrorState
        title={m.join_failed()}
        retry={{ label: m.app_try_again(), onRetry: () => void refetch(), busy: isFetching }}
      >
        {errorText(error, m.account_no_line())}
      </ErrorState>
    )
  if (!data) return null
  if (data.state !== 'valid') return <JoinMessage {...refusalTexts[`invitation_${data.state}`]()} />
  const credits = formatNumber(data.credits)
  return (
    <JoinMessage
      title={m.join_invited_title({ studio })}
      text={data.credits > 0 ? m.join_invited_credits({ credits }) : m.join_invited_text()}
    >
      <SignInButtons parameters={{ [invitationParameter]: token }} />
    </JoinMessage>
  )
}
