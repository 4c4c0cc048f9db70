import { queryOptions, useQuery } from '@tanstack/react-query'
import { invitationToken } from '#domain/accounts/sign-up.ts'
import { request, retryUnlessRefused } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { formatNumber } from '#web/lib/format.ts'
import { localizedPath } from '#web/lib/locale.ts'
import { useStudioName } from '#web/lib/settings.ts'
import { m } from '#web/messages/compiled/messages.js'
import { ErrorState, Notice } from '#web/ui/feedback/notices.tsx'
import { JoinMessage } from './join-message.tsx'
import { MethodButtons } from './method-buttons.tsx'
import { refusalText } from './refusal-text.ts'
import { useSignIn } from './use-sign-in.ts'

const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => request('POST', '/api/invitations/check', { body: { token }, signal }),
    retry: retryUnlessRefused,
  })

/** The page of an invitation's link, for a person who is not signed in. */
export function Invitation({ token }: { token: string }) {
  const isToken = invitationToken.test(token)
  const invitation = useQuery({ ...invitationQuery(token), enabled: isToken })
  const studio = useStudioName()
  const { data, error, refetch, isFetching } = invitation
  if (!isToken) return <JoinMessage {...refusalText('invitation_unknown')} />
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
  if (data.state !== 'valid') return <JoinMessage {...refusalText(`invitation_${data.state}`)} />
  const credits = formatNumber(data.credits)
  return (
    <JoinMessage
      title={m.join_invited_title({ studio })}
      text={data.credits > 0 ? m.join_invited_credits({ credits }) : m.join_invited_text()}
    >
      <SignInButtons invitation={token} />
    </JoinMessage>
  )
}

/** Signs in, and then goes to the start page. */
export function SignInButtons({ invitation }: { invitation?: string }) {
  const { leavingFor, isOffline, leave } = useSignIn()
  const to = { return_to: localizedPath('/'), ...(invitation !== undefined && { invitation }) }
  return (
    <div className="flex w-full flex-col gap-4">
      {isOffline && (
        <Notice tone="bad" announce="now">
          {m.sign_in_offline()}
        </Notice>
      )}
      <MethodButtons busy={leavingFor} onChoose={(method) => leave(() => ({ method, ...to }))} />
    </div>
  )
}
