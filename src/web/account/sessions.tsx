import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { SessionView } from '#core/accounts/contract/sessions.ts'
import { request, retryUnlessRefused } from '#web/lib/api.ts'
import { errorText, unlessGone } from '#web/lib/error-text.ts'
import { formatDateTime, formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Badge } from '#web/ui/feedback/badge-and-progress.tsx'
import { Notice } from '#web/ui/feedback/notices.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Smartphone, Tablet } from '#web/ui/icons/account-icons.ts'
import type { IconComponent } from '#web/ui/icons/icon.tsx'
import { Monitor } from '#web/ui/icons/navigation-icons.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { QueryResult, Section } from './account-layout.tsx'
import { type Device, parseDevice } from './device.ts'

/** The account's sessions. Fetched again whenever the page gets the focus back. */
const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) =>
    (await request('GET', '/api/account/sessions', { signal })).sessions,
  staleTime: 0,
  refetchOnWindowFocus: true,
  retry: retryUnlessRefused,
})

/** How many are shown before the user requests the rest. */
const collapsedCount = 5

/** The account's sessions, with buttons to end them. */
export function Sessions() {
  const sessions = useQuery(sessionsQuery)
  return (
    <Section title={m.account_sessions()} hint={m.account_sessions_hint()}>
      <QueryResult
        query={sessions}
        loading={m.account_sessions_loading()}
        failed={m.account_sessions_failed()}
      >
        {(found) => (
          <>
            <SessionLines sessions={found} />
            <SignOutEverywhere />
          </>
        )}
      </QueryResult>
    </Section>
  )
}

function SessionLines({ sessions }: { sessions: readonly SessionView[] }) {
  const list = useRef<HTMLUListElement>(null)
  const [isWhole, setWhole] = useState(false)
  const count = sessions.length
  const before = useRef(count)
  // The button that ended a session is removed with its line; the keyboard focus stays in the list.
  useEffect(() => {
    const isFewer = count < before.current
    before.current = count
    if (isFewer && document.activeElement === document.body)
      list.current?.focus({ preventScroll: true })
  }, [count])
  const shown =
    isWhole || count <= collapsedCount + 1 ? sessions : sessions.slice(0, collapsedCount)
  return (
    <>
      <ul
        ref={list}
        tabIndex={-1}
        className="-my-3 flex flex-col divide-y divide-line outline-none"
      >
        {shown.map((session) => (
          <SessionLine key={session.id} session={session} />
        ))}
      </ul>
      {shown.length < count && (
        <Button variant="quiet" className="mt-3 -ml-3 self-start" onClick={() => setWhole(true)}>
          {m.account_sessions_all({ count: formatNumber(count) })}
        </Button>
      )}
    </>
  )
}

const deviceIcons: Record<Device['form'], IconComponent> = {
  computer: Monitor,
  phone: Smartphone,
  tablet: Tablet,
}

/** One session; any but the current one can be signed out here. */
function SessionLine({ session }: { session: SessionView }) {
  const device = parseDevice(session.user_agent)
  const Icon = deviceIcons[device.form]
  const name = deviceName(device)
  return (
    <li className="flex items-center gap-3 py-3">
      <Icon size={20} strokeWidth={1.75} aria-hidden className="shrink-0 text-quiet" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {name}
          {session.is_current && <Badge tone="good">{m.account_session_current()}</Badge>}
        </p>
        <p className="text-small text-quiet">
          {session.is_current
            ? m.account_session_since({ when: formatDateTime(session.created_at) })
            : m.account_session_seen({ when: formatDateTime(session.last_seen_at) })}
        </p>
      </div>
      {!session.is_current && <EndSessionButton id={session.id} name={name} />}
    </li>
  )
}

function EndSessionButton({ id, name }: { id: string; name: string }) {
  const client = useQueryClient()
  const end = useMutation({
    mutationFn: () =>
      request('DELETE', '/api/account/sessions/{id}', { params: { id } }).catch(unlessGone),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
      toast(m.account_session_ended({ name }))
    },
    onError: (error) =>
      toast(m.account_session_not_ended({ name }), {
        tone: 'bad',
        description: errorText(error),
      }),
  })
  return (
    <Button
      size="small"
      variant="quiet"
      busy={end.isPending}
      aria-label={m.account_session_end_of({ name })}
      onClick={() => end.mutate()}
    >
      {end.isPending ? m.account_session_ending() : m.account_session_end()}
    </Button>
  )
}

function deviceName({ browser, system }: Device): string {
  if (browser && system) return m.account_device({ browser, system })
  return browser ?? system ?? m.account_device_unknown()
}

/** Ends every session, including the current one, after a confirmation. */
function SignOutEverywhere() {
  const [isAsking, setAsking] = useState(false)
  // Everything on screen and in memory belonged to the account, so the page is reloaded.
  const end = useMutation({
    mutationFn: () => request('POST', '/api/auth/sign-out-everywhere'),
    onSuccess: () => location.reload(),
  })
  return (
    <>
      <Button className="mt-6" onClick={() => setAsking(true)}>
        {m.account_everywhere()}
      </Button>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        closeLabel={m.app_close()}
        title={m.account_everywhere_title()}
        description={m.account_everywhere_text()}
        footer={
          <>
            <Button variant="quiet" onClick={() => setAsking(false)}>
              {m.account_stay()}
            </Button>
            <Button variant="danger" busy={end.isPending} onClick={() => end.mutate()}>
              {end.isPending ? m.app_signing_out() : m.account_everywhere()}
            </Button>
          </>
        }
      >
        {end.error && (
          <Notice tone="bad" announce="now">
            {errorText(end.error)}
          </Notice>
        )}
      </Dialog>
    </>
  )
}
