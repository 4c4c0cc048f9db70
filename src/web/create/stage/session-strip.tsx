import { useLayoutEffect, useRef } from 'react'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { type Display, kindFacts } from '#core/models/rules/kinds.ts'
import { kindTexts } from '#web/kinds.ts'
import { isOpen } from '#web/lib/jobs/generations.ts'
import { m } from '#web/messages/compiled/messages.js'
import { hasThumbnail, mediaDrag } from '#web/shared/media.ts'
import { generationTitle } from '#web/shared/record-actions/record-links.ts'
import { useGenerationActions } from '#web/shared/record-actions/use-generation-actions.ts'
import { cancelLabel } from '#web/shared/texts.ts'
import { Thumbnail } from '#web/shared/thumbnail.tsx'
import { IconButton } from '#web/ui/controls/button.tsx'
import { CircleAlert, Play, X } from '#web/ui/icons/basic-icons.ts'
import type { IconComponent } from '#web/ui/icons/icon.tsx'
import { AudioLines } from '#web/ui/icons/navigation-icons.ts'
import { CircleSlash, MessageSquareText } from '#web/ui/icons/stage-icons.ts'
import { clockText } from '#web/ui/media/player-texts.ts'
import { elapsedMs, jobProgress } from './job-progress.ts'
import { announcement, jobState } from './job-state.ts'
import { useNow } from './use-now.ts'

type SessionStripProps = {
  generations: GenerationView[]
  selectedId: string | undefined
  onSelect: (id: string) => void
}

/** Running jobs first, then results, in one line. */
export function SessionStrip({ generations, selectedId, onSelect }: SessionStripProps) {
  const list = useShownSelection(selectedId)
  return (
    <ul ref={list} className="relative flex h-full items-center gap-2 overflow-x-auto px-4 lg:px-6">
      {generations.map((generation) => (
        <StripTile
          key={generation.id}
          generation={generation}
          isSelected={generation.id === selectedId}
          onSelect={() => onSelect(generation.id)}
        />
      ))}
    </ul>
  )
}

/**
 * Scrolls the strip, and nothing around it, to the selected tile, so that a job that was just
 * started is visible.
 */
function useShownSelection(selectedId: string | undefined) {
  const list = useRef<HTMLUListElement>(null)
  useLayoutEffect(() => {
    const tile =
      selectedId !== undefined &&
      list.current?.querySelector<HTMLElement>('[aria-current]')?.parentElement
    if (!tile || !list.current) return
    const { offsetLeft, offsetWidth } = tile
    const { scrollLeft, clientWidth } = list.current
    const isInSight =
      offsetLeft >= scrollLeft && offsetLeft + offsetWidth <= scrollLeft + clientWidth
    if (!isInSight) list.current.scrollLeft = offsetLeft + offsetWidth / 2 - clientWidth / 2
  }, [selectedId])
  return list
}

type StripTileProps = { generation: GenerationView; isSelected: boolean; onSelect: () => void }

/**
 * One generation as a tile. A running one shows its elapsed time; when done, the image fades in at
 * the same place.
 */
function StripTile({ generation, isSelected, onSelect }: StripTileProps) {
  const { cancel } = useGenerationActions(generation)
  return (
    <li {...mediaDrag(generation.images[0])} className="group relative size-14 shrink-0 lg:size-18">
      <button
        type="button"
        aria-current={isSelected || undefined}
        onClick={onSelect}
        className="relative flex size-full items-center justify-center overflow-hidden bg-raised aria-current:outline-2 aria-current:outline-offset-2 aria-current:outline-text focus-visible:outline-accent"
      >
        <span className="sr-only">
          {m.stage_tile({ prompt: generationTitle(generation), state: announcement(generation) })}
        </span>
        {isOpen(generation) ? (
          <Running generation={generation} />
        ) : (
          <Ended generation={generation} />
        )}
      </button>
      {generation.can_cancel && (
        <IconButton
          icon={X}
          small
          onImage
          label={cancelLabel(generation)}
          onClick={() => void cancel()}
          className="!absolute top-0.5 right-0.5 !size-6 opacity-0 group-hover:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100"
        />
      )}
    </li>
  )
}

function Running({ generation }: { generation: GenerationView }) {
  const now = useNow(true)
  const isWaiting = generation.status === 'pending'
  const isSeen = hasThumbnail(generation.inputs[0])
  const { percent, isGuess } = jobProgress(generation, now)
  return (
    <>
      <span aria-hidden className="breathe absolute inset-0 bg-pressed">
        <Thumbnail
          of={[generation.inputs[0]]}
          className="size-full scale-110 object-cover opacity-50 blur-xs"
        />
      </span>
      <span
        aria-hidden
        className={`relative rounded-[4px] px-1 text-center text-small tabular-nums ${isSeen ? 'scheme-dark bg-ground/80 text-text' : 'text-quiet'}`}
      >
        {isWaiting ? queueText(generation) : clockText(elapsedMs(generation, now) / 1000)}
      </span>
      {!isWaiting && (
        <span
          aria-hidden
          className={`absolute inset-x-0 bottom-0 h-0.5 bg-accent ${isGuess ? 'sweep w-1/4' : 'origin-left transition-transform'}`}
          style={isGuess ? undefined : { transform: `scaleX(${percent / 100})` }}
        />
      )}
    </>
  )
}

function queueText({ queue_position: ahead }: GenerationView): string {
  if (ahead === null) return m.stage_tile_waiting()
  return ahead === 0 ? m.stage_tile_next() : m.stage_tile_ahead({ count: ahead })
}

function Ended({ generation }: { generation: GenerationView }) {
  const state = jobState(generation)
  if (state === 'cancelled') return <CircleSlash size={16} aria-hidden className="text-quiet" />
  if (state === 'failed') return <CircleAlert size={16} aria-hidden className="text-bad" />
  const { kind, images, inputs } = generation
  const sources = [images[0], inputs[0]]
  const Mark = marks[kindFacts[kind].display]
  const Icon = kindTexts[kind].icon
  if (!sources.some(hasThumbnail))
    return <Icon size={20} strokeWidth={1.5} aria-hidden className="text-quiet" />
  return (
    <>
      <Thumbnail of={sources} className="fade-in size-full object-cover" />
      {Mark && (
        <span
          aria-hidden
          className="absolute bottom-1 left-1 flex size-5 items-center justify-center rounded-full scheme-dark bg-ground/80 text-text"
        >
          <Mark size={12} />
        </span>
      )}
    </>
  )
}

/** Icons on results whose thumbnails look like images but are none. */
const marks: Partial<Record<Display, IconComponent>> = {
  video: Play,
  audio: AudioLines,
  answer: MessageSquareText,
}
