import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type LucideIcon, Monitor, Smartphone, Tablet } from 'lucide-react'
import type { SessionView } from '#contract/sessions.ts'
import { request } from '#web/lib/api.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { troubleText, unlessGone } from '#web/lib/trouble.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { type Device, deviceOf } from './device.ts'
import { sessionsQuery } from './sessions-query.ts'

const icons: Record<Device['form'], LucideIcon> = {
  computer: Monitor,
  phone: Smartphone,
  tablet: Tablet,
}

/** One browser that is signed in; any but this one can be signed out from here. */
export function SessionLine({ session }: { session: SessionView }) {
  const device = deviceOf(session.user_agent)
  const Icon = icons[device.form]
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
      {!session.is_current && <EndButton id={session.id} name={name} />}
    </li>
  )
}

function EndButton({ id, name }: { id: string; name: string }) {
  const client = useQueryClient()
  const end = useMutation({
    mutationFn: () =>
      request<void>('DELETE', `/api/account/sessions/${encodeURIComponent(id)}`).catch(unlessGone),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
      toast(m.account_session_ended({ name }))
    },
    onError: (error) =>
      toast(m.account_session_not_ended({ name }), {
        tone: 'bad',
        description: troubleText(error),
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
