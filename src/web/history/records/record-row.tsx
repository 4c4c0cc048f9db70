import { Fragment, type ReactNode } from 'react'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { isOpen } from '#web/lib/jobs/generations.ts'
import { m } from '#web/messages/compiled/messages.js'
import { ResultActions } from '#web/shared/record-actions/result-actions.ts'
import { useBatchActions } from '#web/shared/record-actions/use-batch-actions.ts'
import { useGenerationActions } from '#web/shared/record-actions/use-generation-actions.ts'
import { cancelLabel } from '#web/shared/texts.ts'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { Badge, type BadgeProps, ProgressBar } from '#web/ui/feedback/badge-and-progress.tsx'
import { Download } from '#web/ui/icons/form-icons.ts'
import type { ItemProps } from '../list/layouts.ts'
import { SelectBox } from '../list/select-box.tsx'
import { FavoriteButton, RefreshButton, TagsButton, TryAgainButton } from './record-buttons.tsx'
import { RefundBox } from './refund-box.tsx'
import { RemoveButton } from './remove-dialog.tsx'
import { RowSource, type SourceLook } from './row-source.tsx'
import { removalText, shownStatus, statusText, useStateText } from './state-text.ts'

type RecordRowProps = ItemProps & {
  title: string
  source: SourceLook
  /** The facts beside the time: length, size, credits. */
  facts: readonly ReactNode[]
  /** The result itself. */
  children?: ReactNode
  /** Actions that only its kind has. */
  actions?: ReactNode
}

/** One record as a row: its thumbnail, its prompt, its status, and its actions. */
export function RecordRow({
  generation,
  onOpen,
  selection,
  title,
  source,
  facts,
  children,
  actions,
}: RecordRowProps) {
  const { prompt, tags, credits_refunded, status } = generation
  const isSelected = selection.isSelected ? 'bg-pressed' : ''
  return (
    <div
      className={`grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 border-b border-line py-4 sm:grid-rows-[auto_1fr] ${isSelected}`}
    >
      <div className="relative self-start sm:row-span-2">
        <RowSource {...{ generation, onOpen, title }} look={source} />
        <span className="absolute top-1 left-1">
          <SelectBox name={title} selection={selection} onImage />
        </span>
      </div>
      <div className="flex min-w-0 flex-col gap-1.5">
        <p className={`text-body wrap-anywhere ${prompt ? '' : 'text-quiet'}`}>{title}</p>
        <Facts generation={generation} facts={facts} />
        {tags.length > 0 && (
          <p className="text-small text-quiet wrap-anywhere">
            {tags.map((tag) => `#${tag}`).join('  ')}
          </p>
        )}
        {isOpen(generation) && <Running generation={generation} title={title} />}
        {status === 'failed' && (
          <p className="text-small text-bad wrap-anywhere">
            {generation.error_message || m.history_no_text()}
          </p>
        )}
        {generation.removed_at && (
          <p className="text-small text-bad wrap-anywhere">{removalText(generation)}</p>
        )}
        {status === 'partial' && !generation.removed_at && <Partial generation={generation} />}
        {(status === 'failed' || credits_refunded > 0) && <RefundBox generation={generation} />}
        {children}
      </div>
      <div className="-ml-2.5 flex flex-wrap items-center gap-1 self-start max-sm:col-span-2 sm:col-start-2">
        {status === 'failed' && <TryAgainButton generation={generation} />}
        {actions}
        <RowTools generation={generation} />
      </div>
    </div>
  )
}

/** One line of facts; where it breaks, it breaks between two facts. */
function Facts({ generation, facts }: Pick<RecordRowProps, 'generation' | 'facts'>) {
  const { created_at } = generation
  const details = [
    <time key="time" dateTime={created_at}>
      {formatDateTime(created_at)}
    </time>,
    ...facts,
  ]
  return (
    <p className="text-small leading-6 text-quiet tabular-nums">
      <span className="mr-2">
        <StatusBadge generation={generation} />
      </span>
      {details.map((fact, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a kind stand in a fixed order
        <Fragment key={index}>
          <span className="whitespace-nowrap">
            {fact}
            {index < details.length - 1 && ' ·'}
          </span>{' '}
        </Fragment>
      ))}
    </p>
  )
}

function Running({ generation, title }: { generation: GenerationView; title: string }) {
  const text = useStateText(generation)
  const { cancel } = useGenerationActions(generation)
  return (
    <div className="flex max-w-sm flex-col gap-1.5">
      <p className="flex items-center justify-between gap-3 text-small font-medium tabular-nums">
        {text}
        {generation.can_cancel && (
          <Button size="small" variant="quiet" onClick={() => void cancel()}>
            {cancelLabel(generation)}
          </Button>
        )}
      </p>
      <ProgressBar label={title} percent={generation.progress ?? undefined} />
    </div>
  )
}

function Partial({ generation: { images, number_of_images } }: { generation: GenerationView }) {
  return (
    <p className="text-small text-warn">
      {m.records_partial({ arrived: images.length, asked: number_of_images })}
    </p>
  )
}

/** The actions that every record has, at the end of its row. */
function RowTools({ generation }: { generation: GenerationView }) {
  const { images, kind } = generation
  const { download } = useBatchActions(kind)
  return (
    <span className="ml-auto flex items-center">
      {kind === 'audio' && <RefreshButton generation={generation} />}
      {!isOpen(generation) && (
        <>
          <FavoriteButton generation={generation} />
          <TagsButton generation={generation} />
        </>
      )}
      <ResultActions
        generation={generation}
        media={images.length === 1 ? images[0] : undefined}
        look="icon"
      />
      {images.length > 0 && (
        <IconButton
          icon={Download}
          small
          label={images.length > 1 ? m.records_download_all() : m.history_download()}
          onClick={() => void download([generation])}
        />
      )}
      <RemoveButton generation={generation} small />
    </span>
  )
}

const tones: Record<string, NonNullable<BadgeProps['tone']>> = {
  completed: 'good',
  processing: 'accent',
  failed: 'bad',
  partial: 'warn',
}

type StatusBadgeProps = { generation: Pick<GenerationView, 'status' | 'kind'> }

/** The status of a record. */
function StatusBadge({ generation: { status, kind } }: StatusBadgeProps) {
  return (
    <Badge tone={tones[shownStatus(status, kind)] ?? 'plain'}>{statusText(status, kind)}</Badge>
  )
}
