import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { findModel } from '#core/models/rules/catalogue.ts'
import { ApiError } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { useStudioName } from '#web/lib/settings.ts'
import { m } from '#web/messages/compiled/messages.js'
import { fieldText, optionText } from '#web/shared/field-texts.ts'
import { Credentials } from '#web/shared/provenance/credentials.tsx'
import { GeneratedBadge, generatedTitle } from '#web/shared/provenance/generated-badge.tsx'
import { SharedFileActions } from '#web/shared/record-actions/shared-file-actions.tsx'
import { SampleBadge } from '#web/shared/sample-badge.tsx'
import { buttonStyle } from '#web/ui/controls/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/notices.tsx'
import type { SharedWorkView } from '../contract.ts'
import { LikeButton } from './like-button.tsx'
import { SharedFile } from './shared-file.tsx'
import { sharedWorkQuery } from './shared-works.ts'
import { SimilarLink } from './similar-link.tsx'

/** The page of a shared result, for everyone with its address. */
export function SharedWorkPage({ path }: { path: string }) {
  const token = path.split('/')[2] ?? ''
  const { data: work, error, refetch, isFetching } = useQuery(sharedWorkQuery(token))
  if (error instanceof ApiError && error.status === 404) return <Ended />
  if (error && !work)
    return (
      <ErrorState
        title={m.share_not_loaded()}
        retry={{ label: m.app_try_again(), onRetry: () => void refetch(), busy: isFetching }}
      >
        {errorText(error)}
      </ErrorState>
    )
  return work ? (
    <Work work={work} />
  ) : (
    <p role="status" className="sr-only">
      {m.share_loading()}
    </p>
  )
}

function Ended() {
  return (
    <>
      <h1 className="sr-only">{m.share_page()}</h1>
      <EmptyState
        title={m.share_ended()}
        action={
          <Link to="/explore" className={buttonStyle()}>
            {m.nav_explore()}
          </Link>
        }
      >
        <p>{m.share_ended_text()}</p>
      </EmptyState>
    </>
  )
}

function Work({ work }: { work: SharedWorkView }) {
  const title = work.prompt || m.share_made_with({ model: work.model_name })
  const studioName = useStudioName()
  useEffect(() => {
    document.title = `${title} · ${studioName}`
  }, [title, studioName])
  return (
    <article className="mx-auto flex w-full max-w-5xl flex-col gap-6 px-4 pt-6 pb-16">
      <h1 className="sr-only">{title}</h1>
      <div className="flex flex-col gap-4">
        {work.files.map((file) => (
          <SharedFile key={file.id} file={file} title={generatedTitle(title)} />
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <SimilarLink work={work} variant="primary" className="max-sm:w-full" />
        <LikeButton work={work} />
        <GeneratedBadge address={work.files[0]?.url} />
        {work.is_sample && <SampleBadge />}
        <SharedFileActions
          address={work.files[0]?.url ?? ''}
          className="ml-auto rounded-control text-small text-quiet"
        />
      </div>
      {work.prompt && (
        <p className="text-prompt whitespace-pre-wrap wrap-anywhere">{work.prompt}</p>
      )}
      <Settings work={work} />
      {work.files.map((file) => (
        <section key={file.id} className="max-w-xl">
          <h2 className="mb-1.5 text-small font-medium text-quiet">{m.provenance_credentials()}</h2>
          <Credentials address={file.url} />
        </section>
      ))}
    </article>
  )
}

/** The settings as their owner shows them, or the model alone. */
function Settings({ work }: { work: SharedWorkView }) {
  const model = findModel(work.model, work.generation_type)
  const fields = Object.entries(work.input ?? {}).filter(
    ([name, value]) =>
      name !== (model?.promptField ?? 'prompt') &&
      value !== '' &&
      value !== null &&
      typeof value !== 'object',
  )
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-body">
      <dt className="text-quiet">{m.share_model()}</dt>
      <dd>{work.model_name}</dd>
      {fields.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-quiet">{fieldText(name, model).label()}</dt>
          <dd className="wrap-anywhere">{optionText(name, String(value), model).label}</dd>
        </div>
      ))}
    </dl>
  )
}
