import type { ReactNode } from 'react'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { hasThumbnail } from '#web/shared/media.ts'
import { generationTitle } from '#web/shared/record-actions/record-links.ts'
import { useGenerationActions } from '#web/shared/record-actions/use-generation-actions.ts'
import { cancelLabel } from '#web/shared/texts.ts'
import { Thumbnail } from '#web/shared/thumbnail.tsx'
import { IconButton } from '#web/ui/controls/button.tsx'
import { Badge, ProgressBar } from '#web/ui/feedback/badge-and-progress.tsx'
import { RotateCw, X } from '#web/ui/icons/basic-icons.ts'
import { useAgain } from './again.ts'
import { snippet } from './record-facts.ts'
import { RefundBox } from './refund-box.tsx'
import { RemoveButton } from './remove-dialog.tsx'
import { refundText, removalText, useStateText } from './state-text.ts'

type StateProps = {
  generation: GenerationView
  /** Without its buttons, while records are selected. */
  isQuiet: boolean
}

/** An open generation, over its input: its place in the queue, or its elapsed time. */
export function RunningTile({ generation, isQuiet }: StateProps) {
  const text = useStateText(generation)
  const { cancel } = useGenerationActions(generation)
  const name = snippet(generationTitle(generation))
  return (
    <OverSource
      generation={generation}
      isAlive
      actions={
        generation.can_cancel &&
        !isQuiet && (
          <IconButton
            icon={X}
            small
            onImage
            label={cancelLabel(generation)}
            onClick={() => void cancel()}
            className="!absolute top-1.5 right-1.5"
          />
        )
      }
    >
      <p className="line-clamp-2 text-quiet">{name}</p>
      <p className="font-medium tabular-nums">{text}</p>
      {generation.status === 'processing' && (
        <ProgressBar label={name} percent={generation.progress ?? undefined} />
      )}
    </OverSource>
  )
}

/** A generation whose result an operator removed: the note to its owner. */
export function RemovedTile({ generation, isQuiet, onOpen }: StateProps & { onOpen: () => void }) {
  return (
    <OverSource
      generation={generation}
      opener={<Opener generation={generation} onOpen={onOpen} />}
      actions={
        !isQuiet && (
          <span className="absolute top-1 right-1">
            <RemoveButton generation={generation} small />
          </span>
        )
      }
    >
      <p className="line-clamp-1 text-quiet @max-[8rem]:sr-only">
        {snippet(generationTitle(generation))}
      </p>
      <p className="line-clamp-3">
        <span className="mr-1.5 align-[1px]">
          <Badge tone="bad">{m.history_removed()}</Badge>
        </span>
        {removalText(generation)}
      </p>
    </OverSource>
  )
}

type OpenerProps = { generation: GenerationView; onOpen: () => void }

function Opener({ generation, onOpen }: OpenerProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      onClick={onOpen}
      aria-label={m.records_preview({ name: snippet(generationTitle(generation)) })}
      data-viewer-opener={generation.id}
      className="ring-on-picture absolute inset-0"
    />
  )
}

/** A failed generation: the reason, the refund, the next actions. */
export function FailedTile({ generation, isQuiet, onOpen }: StateProps & { onOpen: () => void }) {
  return (
    <OverSource
      generation={generation}
      opener={<Opener generation={generation} onOpen={onOpen} />}
      actions={!isQuiet && <FailedActions generation={generation} />}
    >
      <p className="line-clamp-1 text-quiet @max-[8rem]:sr-only">
        {snippet(generationTitle(generation))}
      </p>
      <p className="line-clamp-2">
        <span className="mr-1.5 align-[1px]">
          <Badge tone="bad">{m.history_status_failed()}</Badge>
        </span>
        {generation.error_message || m.history_no_text()}
      </p>
      {generation.can_refund ? (
        <RefundBox generation={generation} />
      ) : (
        <p className="text-quiet">{refundText(generation)}</p>
      )}
    </OverSource>
  )
}

function FailedActions({ generation }: { generation: GenerationView }) {
  const again = useAgain(generation)
  return (
    <span className="absolute top-1 right-1 flex">
      {again && (
        <Link
          to={again.to}
          query={again.query}
          aria-label={again.label}
          data-tip={again.label}
          className="inline-flex size-control-small items-center justify-center rounded-control text-quiet transition-colors hover:bg-hover hover:text-text"
        >
          <RotateCw size={16} strokeWidth={1.75} aria-hidden />
        </Link>
      )}
      <RemoveButton generation={generation} small />
    </span>
  )
}

type OverSourceProps = {
  generation: GenerationView
  isAlive?: boolean
  /** Covers the tile below its text and actions. */
  opener?: ReactNode
  actions: ReactNode
  children: ReactNode
}

/** Text at the foot of a tile, over a preview of the result or the input's thumbnail. */
function OverSource({
  generation: { inputs, preview },
  isAlive,
  opener,
  actions,
  children,
}: OverSourceProps) {
  const source = inputs.find(hasThumbnail)
  const isOverImage = Boolean(source ?? preview)
  return (
    <div
      className={`@container relative flex size-full flex-col justify-end overflow-hidden border border-line bg-raised text-small ${isOverImage ? 'scheme-dark text-text' : ''}`}
    >
      {preview && (
        <img src={preview} alt="" className="absolute inset-0 size-full object-cover blur-[2px]" />
      )}
      {source && !preview && (
        <Thumbnail
          of={[source]}
          className={`absolute inset-0 size-full object-cover ${isAlive ? 'breathe scale-110 blur-md' : 'opacity-40 grayscale'}`}
        />
      )}
      {opener}
      <div
        className={`relative flex flex-col gap-1 p-3 ${isOverImage ? 'bg-ground/85' : ''} ${opener ? 'pointer-events-none [&_button]:pointer-events-auto' : ''}`}
      >
        {children}
      </div>
      {actions}
    </div>
  )
}
