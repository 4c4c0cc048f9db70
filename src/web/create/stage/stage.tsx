import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { kindFacts } from '#core/models/rules/kinds.ts'
import { accountQuery } from '#web/lib/account.ts'
import { isOpen } from '#web/lib/jobs/generations.ts'
import { useLiveStatus } from '#web/lib/live-updates/live-updates.ts'
import { navigate } from '#web/lib/navigation/location.ts'
import { setResumedAction } from '#web/lib/resume-action.ts'
import { m } from '#web/messages/compiled/messages.js'
import { formAddress } from '#web/shared/form-address.ts'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import type { StartFailure } from '#web/shared/start/start-outcome.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notices.tsx'
import { CircleAlert, RotateCw } from '#web/ui/icons/basic-icons.ts'
import type { Example } from './example-wall.tsx'
import { IdleStage } from './idle-stage.tsx'
import type { JobProps } from './job.tsx'
import { announcement } from './job-state.ts'
import { resultBodies } from './result-bodies.ts'
import type { Session } from './use-session.ts'

const Job = lazyPart(async () => (await import('./job.tsx')).Job)
const SessionStrip = lazyPart(
  async () => (await import('./session-strip.tsx')).SessionStrip,
  'line',
)

type StageProps = Omit<JobProps, 'generation' | 'onAdd' | 'onReset' | 'onNew'> & {
  session: Session
  /**
   * The last start failed; the notice stays until it is retried or dismissed, or a generation is
   * selected.
   */
  failure: StartFailedProps | undefined
  examples: readonly Example[]
  /** Something is written already: on narrow windows the examples make room. */
  hasText: boolean
  onExample: (example: Example) => void
  /** Empties the form for something new. */
  onNewForm: () => void
}

/** The selected generation, as large as it fits, and the earlier ones below it. */
export function Stage({
  session,
  failure,
  examples,
  hasText,
  onExample,
  onReuse,
  onNewForm,
  ...job
}: StageProps) {
  const { selected, isAwaited, isEmpty, generations } = session
  const isSignedIn = Boolean(useQuery(accountQuery).data)
  // The status of a question is not polled again once that has failed; the answer's own note says
  // so.
  const asksOnlyOnDemand = selected?.kind === 'image-understanding' && isOpen(selected)
  const select = (id: string) => {
    // The action that waited for a sign-in belonged to the generation that was shown here.
    setResumedAction(undefined)
    failure?.onDismiss()
    session.select(id)
  }
  // Before the first job: the connection may be lost right after its start.
  useEffect(() => {
    if (isSignedIn)
      for (const part of [Job, SessionStrip, resultBodies[kindFacts[session.kind].display]])
        void part.preload()
  }, [isSignedIn, session.kind])
  return (
    <>
      <div
        className={`relative flex min-h-0 flex-1 flex-col ${selected || isAwaited ? 'max-lg:h-[clamp(24rem,58dvh,44rem)] max-lg:flex-none max-lg:short:h-[max(18rem,calc(100dvh-var(--top-bar)-4.5rem))]' : ''}`}
      >
        {failure ? (
          <StartFailed {...failure} />
        ) : selected ? (
          <Suspense>
            <Job
              key={selected.id}
              generation={selected}
              {...job}
              onReuse={(generation) => reuse(generation, session.generationType, onReuse)}
              onAdd={session.add}
              onReset={session.clear}
              onNew={() => {
                session.clear()
                onNewForm()
              }}
            />
          </Suspense>
        ) : isAwaited ? (
          <p className="fade-in m-auto px-4 text-center text-quiet [animation-delay:1s]">
            {m.work_loading()}
          </p>
        ) : (
          <div className={`flex min-h-0 flex-1 flex-col ${hasText ? 'max-lg:hidden' : ''}`}>
            <IdleStage form={session} examples={examples} onExample={onExample} />
          </div>
        )}
        {isSignedIn && !asksOnlyOnDemand && <ConnectionNote />}
      </div>
      <p role="status" className="sr-only">
        {selected && announcement(selected)}
      </p>
      <section aria-label={m.stage_strip()} className="h-20 shrink-0 border-t border-line lg:h-24">
        {isEmpty && (
          <p className="flex h-full items-center px-4 text-small text-quiet lg:px-6">
            {m.stage_strip_empty()}
          </p>
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

/** A generation of another form than this page's is opened in its own. */
function reuse(
  generation: GenerationView,
  generationType: string,
  onReuse: JobProps['onReuse'],
): void {
  const { to, query } = formAddress(generation)
  if (generation.generation_type === generationType) onReuse(generation)
  else navigate(to, { query })
}

/** Only shown when it lasts: a restart of the server is over before the text could be read. */
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

type StartFailedProps = StartFailure & { onRetry: () => void; onDismiss: () => void }

/** A job that could not be started: the reason, the refund, the next actions. */
function StartFailed({ title, text, onRetry, onDismiss }: StartFailedProps) {
  return (
    <div className="m-auto flex max-w-lg flex-col items-center px-5 py-8 text-center">
      <CircleAlert size={20} aria-hidden className="text-bad" />
      <h2 className="mt-3 text-title">{title}</h2>
      <p className="mt-2 text-quiet">{text}</p>
      <div className="mt-5 flex flex-wrap justify-center gap-2">
        <Button icon={RotateCw} onClick={onRetry}>
          {m.create_start_again()}
        </Button>
        <Button variant="quiet" onClick={onDismiss}>
          {m.app_close()}
        </Button>
      </div>
    </div>
  )
}
