import type { ReactNode } from 'react'
import { useTime } from './playback.ts'
import { seek } from './player-commands.ts'
import { clockText, type PlayerTexts } from './player-texts.ts'

type SeekBarProps = {
  media: HTMLMediaElement | null
  /** Seconds. */
  duration: number
  texts: PlayerTexts
  /** Replaces the line; both numbers are shares of the duration. */
  track?: (played: number, buffered: number) => ReactNode
  className?: string
}

/** The position, the loaded part, and a slider to any other position. */
export function SeekBar({
  media,
  duration,
  texts,
  track = lineTrack,
  className = 'h-control-small',
}: SeekBarProps) {
  const { time, buffered } = useTime(media)
  const played = duration > 0 ? Math.min(1, time / duration) : 0
  return (
    <>
      <span className={`relative block min-w-0 flex-1 ${className}`}>
        <input
          type="range"
          aria-label={texts.seek}
          aria-valuetext={texts.position(clockText(time), clockText(duration))}
          min={0}
          max={duration || 1}
          step="any"
          value={Math.min(time, duration || 1)}
          onChange={({ target }) => media && seek(media, Number(target.value), duration)}
          className="peer absolute inset-0 z-10 m-0 size-full cursor-pointer touch-pan-y opacity-0"
        />
        <span
          aria-hidden
          className="absolute inset-0 block rounded-[4px] outline-offset-2 outline-accent peer-focus-visible:outline-2"
        >
          {track(played, duration > 0 ? Math.min(1, buffered / duration) : 0)}
        </span>
      </span>
      <span
        aria-hidden
        className="hidden text-small whitespace-nowrap text-text tabular-nums @min-[19rem]:inline"
      >
        {clockText(time)} <span className="text-quiet">/ {clockText(duration)}</span>
      </span>
    </>
  )
}

function lineTrack(played: number, buffered: number) {
  return (
    <>
      <span className="absolute inset-x-0 top-1/2 h-1 -translate-y-1/2 overflow-hidden rounded-full bg-line">
        <Filled share={buffered} className="bg-edge" />
        <Filled share={played} className="bg-text" />
      </span>
      <span
        className="absolute top-1/2 size-3 -translate-1/2 rounded-full bg-text"
        style={{ left: `calc(6px + (100% - 12px) * ${played})` }}
      />
    </>
  )
}

function Filled({ share, className }: { share: number; className: string }) {
  return (
    <span
      className={`absolute inset-0 origin-left ${className}`}
      style={{ transform: `scaleX(${share})` }}
    />
  )
}
