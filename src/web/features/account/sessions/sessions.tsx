import { useQuery } from '@tanstack/react-query'
import { m } from '#web/messages/compiled/messages.js'
import { Loaded } from '../loaded.tsx'
import { Section } from '../section.tsx'
import { SessionLine } from './session-line.tsx'
import { sessionsQuery } from './sessions-query.ts'
import { SignOutEverywhere } from './sign-out-everywhere.tsx'

/** Where the account is signed in, and how to end that. */
export function Sessions() {
  const sessions = useQuery(sessionsQuery)
  return (
    <Section title={m.account_sessions()} hint={m.account_sessions_hint()}>
      <Loaded query={sessions} loading={m.account_sessions_loading()} failed={m.account_sessions_failed()}>
        {(found) => (
          <>
            <ul className="-my-3 flex flex-col divide-y divide-line">
              {found.map((session) => (
                <SessionLine key={session.id} session={session} />
              ))}
            </ul>
            <SignOutEverywhere />
          </>
        )}
      </Loaded>
    </Section>
  )
}
