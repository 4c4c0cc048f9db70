import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import type { GenerationView } from '#contract/generation.ts'
import { accountQuery } from '#web/lib/account.ts'
import { useLiveStatus } from '#web/lib/live/live.ts'
import { navigate } from '#web/lib/navigation/location.ts'
import { goOnWith } from '#web/lib/prompts/go-on.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { formAddress } from '../../work/addresses/form-address.ts'
import type { Session } from '../strip/use-session.ts'
import type { Example } from './idle/example-wall.tsx'
import { Idle } from './idle/idle.tsx'
import type { JobProps } from './job/job.tsx'
import { announcement } from './state.ts'
import { useFinishedMark } from './use-finished-mark.ts'

const loadJob = async () => ({ default: (await import('./job/job.tsx')).Job })
const Job = lazy(loadJob)
const SessionStrip = lazy(async () => ({ default: (await import('../strip/session-strip.tsx')).SessionStrip }))

type StageProps = Omit<JobProps, 'generation' | 'onReset'> & {
  session: Session
  examples: readonly Example[]
  onExample: (example: Example) => void
}

/** The work, as large as it fits, and what was made before it. */
export function Stage({ session, examples, onExample, onReuse, ...job }: StageProps) {
  const { selected, isAwaited, isEmpty, generations } = session
  const isSignedIn = Boolean(useQuery(accountQuery).data)
  const select = (id: string) => {
    // What waited for a sign-in belonged to the work that stood here.
    goOnWith(undefined)
    session.select(id)
  }
  useFinishedMark(generations)
  // Ahead of the first job: it may be started while the connection is about to break.
  useEffect(() => {
    if (isSignedIn) void loadJob()
  }, [isSignedIn])
  return (
    <>
      <div
        className={`relative flex min-h-0 flex-1 flex-col ${selected || isAwaited ? 'max-lg:h-[clamp(24rem,58dvh,44rem)] max-lg:flex-none' : ''}`}
      >
        {selected ? (
          <Suspense>
            <Job
              key={selected.id}
              generation={selected}
              {...job}
              onReuse={(generation) => reuse(generation, session.generationType, onReuse)}
              onReset={session.clear}
            />
          </Suspense>
        ) : isAwaited ? (
          <p className="fade-in m-auto px-4 text-center text-quiet [animation-delay:1s]">{m.work_loading()}</p>
        ) : (
          <Idle kind={session.kind} examples={examples} onExample={onExample} />
        )}
        {isSignedIn && <ConnectionNote />}
      </div>
      <p role="status" className="sr-only">
        {selected && announcement(selected)}
      </p>
      <section aria-label={m.stage_strip()} className="h-20 shrink-0 border-t border-line lg:h-24">
        {isEmpty && (
          <p className="flex h-full items-center px-4 text-small text-quiet lg:px-6">{m.stage_strip_empty()}</p>
        )}
        {generations.length > 0 && (
          <Suspense>
            <SessionStrip generations={generations} selectedId={selected?.id} onSelect={select} />
          </Suspense>
        )}
      </section>
    </>
  )
}

/** Work of another form than this page's is opened in its own. */
function reuse(generation: GenerationView, generationType: string, onReuse: JobProps['onReuse']): void {
  const { to, query } = formAddress(generation)
  if (generation.generation_type === generationType) onReuse(generation)
  else navigate(to, { query })
}

/** Only said when it lasts: a restart of the server is over before anybody could read it. */
function ConnectionNote() {
  if (useLiveStatus() !== 'down') return null
  return (
    <div className="fade-in absolute inset-x-0 top-3 mx-auto w-fit max-w-[calc(100%-2rem)] [animation-delay:2s]">
      <Notice tone="warn" announce="politely">
        {m.stage_down()}
      </Notice>
    </div>
  )
}
