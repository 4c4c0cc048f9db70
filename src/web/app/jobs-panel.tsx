import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { elapsedMs, jobProgress } from '#web/create/stage/job-progress.ts'
import { announcement, waitingText, workingText } from '#web/create/stage/job-state.ts'
import { useNow } from '#web/create/stage/use-now.ts'
import { kindTexts } from '#web/kinds.ts'
import { formatElapsed, formatNumber } from '#web/lib/format.ts'
import { generationQuery, isOpen } from '#web/lib/jobs/generations.ts'
import { openJobsQuery } from '#web/lib/jobs/open-jobs.ts'
import { showOnStage } from '#web/lib/jobs/started-jobs.ts'
import { useHasModel } from '#web/lib/models.ts'
import { formPath } from '#web/lib/navigation/creator-paths.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { pageAt } from '#web/routes.ts'
import { generationTitle, recordAddress } from '#web/shared/record-actions/record-links.ts'
import { useGenerationActions } from '#web/shared/record-actions/use-generation-actions.ts'
import { cancelLabel } from '#web/shared/texts.ts'
import { Thumbnail } from '#web/shared/thumbnail.tsx'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { ProgressBar } from '#web/ui/feedback/badge-and-progress.tsx'
import { X } from '#web/ui/icons/basic-icons.ts'

/**
 * Every job that waits or runs, newest first, with its progress. One that ends while the panel is
 * open stays in it, so that nothing moves under the pointer.
 */
export function JobsPanel({ onClose }: { onClose: () => void }) {
  const { data, isError, refetch } = useQuery(openJobsQuery)
  const [seen, setSeen] = useState<readonly string[]>([])
  const ids = [...(data?.ids ?? []).filter((id) => !seen.includes(id)), ...seen]
  if (ids.length !== seen.length) setSeen(ids)
  const jobs = useQueries({
    queries: ids.map((id) => generationQuery(id)),
    combine: (results) => results.flatMap(({ data: found }) => found ?? []),
  })
  const hidden = (data?.total ?? 0) - (data?.ids.length ?? 0)
  return (
    <div className="w-80 max-w-full">
      <h2 className="px-2 pt-1.5 pb-1 font-medium">{m.jobs_title()}</h2>
      {isError && !data && (
        <div role="alert" className="flex flex-col items-start gap-2 px-2 py-2">
          <p className="text-quiet">{m.jobs_failed()}</p>
          <Button size="small" onClick={() => void refetch()}>
            {m.app_try_again()}
          </Button>
        </div>
      )}
      {data && jobs.length === 0 && <p className="px-2 pb-2 text-quiet">{m.jobs_none()}</p>}
      <ul>
        {jobs.map((generation) => (
          <JobLine key={generation.id} generation={generation} onClose={onClose} />
        ))}
      </ul>
      {hidden > 0 && (
        <p className="px-2 py-1.5 text-small text-quiet">
          {m.jobs_more({ shown: formatNumber(hidden) })}
        </p>
      )}
    </div>
  )
}

type JobLineProps = { generation: GenerationView; onClose: () => void }

function JobLine({ generation, onClose }: JobLineProps) {
  const { cancel } = useGenerationActions(generation)
  const now = useNow(isOpen(generation))
  const address = useAddress(generation)
  const { percent, isGuess } = jobProgress(generation, now)
  const isWorking = generation.status === 'processing'
  return (
    <li className="flex items-center gap-1 rounded-control hover:bg-hover">
      <Link
        {...address}
        onClick={() => {
          showOnStage(generation)
          onClose()
        }}
        className="flex min-w-0 flex-1 items-center gap-3 rounded-control p-2"
      >
        <JobThumbnail generation={generation} />
        <span className="min-w-0 flex-1">
          <span className="block truncate">{generationTitle(generation)}</span>
          <span className="flex justify-between gap-2 text-small text-quiet tabular-nums">
            <span className="truncate">{stateText(generation, now)}</span>
            {generation.status === 'pending' && (
              <span className="shrink-0">{formatElapsed(elapsedMs(generation, now))}</span>
            )}
          </span>
          {isWorking && (
            <span className="mt-1 block">
              <ProgressBar label={m.stage_progress()} percent={isGuess ? undefined : percent} />
            </span>
          )}
        </span>
      </Link>
      {generation.can_cancel && (
        <IconButton
          icon={X}
          small
          label={m.jobs_cancel({
            action: cancelLabel(generation),
            title: generationTitle(generation),
          })}
          data-tip={cancelLabel(generation)}
          onClick={() => void cancel()}
        />
      )}
    </li>
  )
}

function stateText(generation: GenerationView, now: number): string {
  if (generation.is_cancelling) return m.stage_cancelling()
  if (!isOpen(generation)) return announcement(generation)
  return generation.status === 'pending' ? waitingText(generation) : workingText(generation, now)
}

/** The stage of the form while that exists and the job runs, otherwise the record in its history. */
function useAddress(generation: GenerationView) {
  const hasModel = useHasModel()
  const to = formPath({ generationType: generation.generation_type, model: generation.model })
  const { form } = pageAt(to)
  return isOpen(generation) && form && hasModel(form) ? { to } : recordAddress(generation)
}

/** The result or its preview, the blurred input, or the icon of its kind. */
function JobThumbnail({ generation }: { generation: GenerationView }) {
  const { images, inputs, preview, kind } = generation
  const Icon = kindTexts[kind].icon
  return (
    <span
      aria-hidden
      className={`relative flex size-12 shrink-0 items-center justify-center overflow-hidden bg-stage ${isOpen(generation) ? 'breathe' : ''}`}
    >
      <Icon size={20} strokeWidth={1.75} className="text-quiet" />
      {preview && isOpen(generation) ? (
        <img src={preview} alt="" className="absolute inset-0 size-full object-cover" />
      ) : (
        <Thumbnail
          of={[...images, ...inputs]}
          className={`absolute inset-0 size-full object-cover ${isOpen(generation) ? 'opacity-60 blur-xs' : ''}`}
        />
      )}
    </span>
  )
}
