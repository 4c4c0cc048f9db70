import type { ReactNode } from 'react'
import type { GenerationView } from '#contract/generation.ts'
import { formatDateTime, formatTime } from '#web/lib/format.ts'
import { isOpen } from '#web/lib/generations.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'
import { Still } from '../../work/still.tsx'
import { useWorkActions } from '../../work/use-work-actions.ts'
import type { ItemSelection } from '../list/layouts.ts'
import { SelectBox } from '../select/select-box.tsx'
import { refundText, useStateText } from '../tiles/state-text.ts'
import { StatusBadge } from './status-badge.tsx'

type RecordRowProps = {
  generation: GenerationView
  selection: ItemSelection
  title: string
  /** What is told beside the time: length, size, credits. */
  facts: readonly string[]
  /** The result itself. */
  children?: ReactNode
  actions: ReactNode
}

/** One record as a row: what it was made from, its words, how it stands, and what can be done with it. */
export function RecordRow({ generation, selection, title, facts, children, actions }: RecordRowProps) {
  const { created_at } = generation
  return (
    <div className="flex gap-4 border-b border-line py-4">
      <SelectBox name={title} selection={selection} />
      <Source generation={generation} />
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <p className={`text-body wrap-anywhere ${generation.prompt ? '' : 'text-quiet'}`}>{title}</p>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-quiet tabular-nums">
          <StatusBadge generation={generation} />
          <span>
            <time dateTime={created_at} title={formatDateTime(created_at)}>
              {formatTime(created_at)}
            </time>
            {facts.map((fact) => ` · ${fact}`)}
          </span>
        </p>
        {isOpen(generation) && <Running generation={generation} title={title} />}
        {generation.status === 'failed' && <Failed generation={generation} />}
        {children}
        <div className="-ml-2.5 flex flex-wrap items-center gap-1">{actions}</div>
      </div>
    </div>
  )
}

function Source({ generation: { inputs, images, status } }: { generation: GenerationView }) {
  return (
    <div className="size-20 shrink-0 overflow-hidden bg-raised sm:size-28">
      <Still
        of={[inputs[0], images[0]]}
        className={`size-full object-cover ${isOpen({ status }) ? 'breathe scale-110 blur-sm' : ''}`}
      />
    </div>
  )
}

function Running({ generation, title }: { generation: GenerationView; title: string }) {
  const text = useStateText(generation)
  const { cancel } = useWorkActions(generation)
  return (
    <div className="flex max-w-sm flex-col gap-1.5">
      <p className="flex items-center justify-between gap-3 text-small font-medium tabular-nums">
        {text}
        {generation.can_cancel && (
          <Button size="small" variant="quiet" onClick={() => void cancel()}>
            {m.stage_cancel()}
          </Button>
        )}
      </p>
      <ProgressBar label={title} percent={generation.progress ?? undefined} />
    </div>
  )
}

function Failed({ generation }: { generation: GenerationView }) {
  return (
    <p className="text-small">
      <span className="block text-bad wrap-anywhere">{generation.error_message || m.history_no_text()}</span>
      <span className="text-quiet">{refundText(generation)}</span>
    </p>
  )
}
