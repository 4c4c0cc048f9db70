import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { SessionView } from '#contract/sessions.ts'
import { formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Loaded } from '../loaded.tsx'
import { Section } from '../section.tsx'
import { SessionLine } from './session-line.tsx'
import { sessionsQuery } from './sessions-query.ts'
import { SignOutEverywhere } from './sign-out-everywhere.tsx'

/** How many are shown before one asks for the rest. */
const few = 5

/** Where the account is signed in, and how to end that. */
export function Sessions() {
  const sessions = useQuery(sessionsQuery)
  return (
    <Section title={m.account_sessions()} hint={m.account_sessions_hint()}>
      <Loaded
        query={sessions}
        loading={m.account_sessions_loading()}
        failed={m.account_sessions_failed()}
      >
        {(found) => (
          <>
            <SessionList sessions={found} />
            <SignOutEverywhere />
          </>
        )}
      </Loaded>
    </Section>
  )
}

function SessionList({ sessions }: { sessions: readonly SessionView[] }) {
  const list = useRef<HTMLUListElement>(null)
  const [isWhole, setWhole] = useState(false)
  const count = sessions.length
  const before = useRef(count)
  // The button that ended a session goes with its line; the keyboard stays in the list.
  useEffect(() => {
    const isFewer = count < before.current
    before.current = count
    if (isFewer && document.activeElement === document.body)
      list.current?.focus({ preventScroll: true })
  }, [count])
  const shown = isWhole || count <= few + 1 ? sessions : sessions.slice(0, few)
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
