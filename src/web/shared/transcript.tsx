import { useRef } from 'react'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { isOpen } from '#web/lib/jobs/generations.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Badge } from '#web/ui/feedback/badge-and-progress.tsx'
import { AudioPlayer } from '#web/ui/media/audio-player.tsx'
import { clockText } from '#web/ui/media/player-texts.ts'
import { answerText } from './answer-text.ts'
import { secondsOf } from './media.ts'
import { playerTexts } from './texts.ts'

/**
 * The file that was transcribed, as a player, and what is said in it: each part with its time, which
 * plays from there. It fills the nearest positioned element.
 */
export function Transcript({ generation }: { generation: GenerationView }) {
  const { inputs, answer, transcript } = generation
  const [source] = inputs
  const place = useRef<HTMLDivElement>(null)
  const playFrom = (ms: number) => {
    const media = place.current?.querySelector('audio')
    if (!media) return
    media.currentTime = ms / 1_000
    void media.play().catch(() => undefined)
  }
  return (
    <div ref={place} className="absolute inset-0 flex flex-col gap-4 p-4 lg:p-6">
      {source && (
        <div className="mx-auto w-full max-w-3xl shrink-0">
          <AudioPlayer
            src={source.url}
            label={m.transcript_source()}
            seconds={secondsOf(source)}
            texts={playerTexts()}
            isCompact
          />
        </div>
      )}
      {isOpen(generation) && <p className="breathe m-auto text-quiet">{m.transcript_running()}</p>}
      {answer !== null && (
        <section
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
          tabIndex={0}
          aria-label={m.transcript_text()}
          className="fade-in mx-auto min-h-0 w-full max-w-3xl flex-1 overflow-y-auto -outline-offset-2"
        >
          {transcript ? (
            <Segments segments={transcript.segments} onPlay={playFrom} />
          ) : (
            <p className="text-prompt leading-[1.65] wrap-anywhere whitespace-pre-wrap">
              {answerText(answer).text || m.transcript_empty()}
            </p>
          )}
          {answerText(answer).isMock && (
            <p className="mt-4 flex items-center gap-2 text-small text-quiet">
              <Badge tone="warn">{m.understand_mock()}</Badge>
              {m.understand_mock_why()}
            </p>
          )}
        </section>
      )}
    </div>
  )
}

type SegmentsProps = {
  segments: NonNullable<GenerationView['transcript']>['segments']
  onPlay: (ms: number) => void
}

function Segments({ segments, onPlay }: SegmentsProps) {
  return (
    <ol className="flex flex-col gap-1">
      {segments.map(({ start_ms, text }, index) => {
        const time = clockText(start_ms / 1_000)
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a transcript never change
            key={index}
            className="flex gap-3 [contain-intrinsic-size:auto_3rem] [content-visibility:auto]"
          >
            <button
              type="button"
              aria-label={m.transcript_play_from({ time })}
              onClick={() => onPlay(start_ms)}
              className="flex min-h-control w-14 shrink-0 items-start pt-2 text-small text-quiet tabular-nums hover:text-text"
            >
              {time}
            </button>
            <p className="py-1.5 text-body leading-[1.65] wrap-anywhere whitespace-pre-wrap">
              {text}
            </p>
          </li>
        )
      })}
    </ol>
  )
}
