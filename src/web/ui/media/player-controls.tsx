import type { CSSProperties, ReactNode } from 'react'
import { IconButton } from '../controls/button.tsx'
import { Pause, Play } from '../icons/basic-icons.ts'
import { Maximize, Minimize, Repeat, Volume2, VolumeX } from '../icons/media-icons.ts'
import type { Playback } from './playback.ts'
import { type Command, setSpeed, setVolume, speeds } from './player-commands.ts'
import type { PlayerTexts } from './player-texts.ts'
import { SeekBar } from './seek-bar.tsx'

type VideoControlsProps = {
  media: HTMLMediaElement | null
  playback: Playback
  texts: PlayerTexts
  isLooping: boolean
  isFull: boolean
  /** Hidden ones are still shown while the keyboard focus is in them. */
  isShown: boolean
  run: (command: Command) => void
  /** Further actions, before full screen. */
  children?: ReactNode
}

/** The line of controls along the lower edge of a video. */
export function PlayerControls({
  media,
  playback,
  texts,
  isLooping,
  isFull,
  isShown,
  run,
  children,
}: VideoControlsProps) {
  const { isPaused, duration } = playback
  return (
    <div
      className={`absolute inset-x-0 bottom-0 z-10 flex items-center gap-1 scheme-dark bg-ground/80 px-1.5 py-1 text-text transition-opacity has-focus-visible:opacity-100 ${isShown ? '' : 'opacity-0'}`}
    >
      <IconButton
        small
        icon={isPaused ? Play : Pause}
        label={isPaused ? texts.play : texts.pause}
        onClick={() => run({ do: 'toggle' })}
      />
      <span className="flex min-w-0 flex-1 items-center gap-2.5 px-1">
        <SeekBar media={media} duration={duration} texts={texts} />
      </span>
      <Volume media={media} playback={playback} texts={texts} onMute={() => run({ do: 'mute' })} />
      <SpeedMenu media={media} speed={playback.speed} label={texts.speed} />
      <LoopButton isLooping={isLooping} label={texts.loop} onClick={() => run({ do: 'loop' })} />
      {children}
      <IconButton
        small
        icon={isFull ? Minimize : Maximize}
        label={isFull ? texts.leaveFullScreen : texts.fullScreen}
        onClick={() => run({ do: 'full-screen' })}
      />
    </div>
  )
}

type SpeedMenuProps = { media: HTMLMediaElement | null; speed: number; label: string }

/** The speed, as the menu of the browser. */
export function SpeedMenu({ media, speed, label }: SpeedMenuProps) {
  return (
    <select
      aria-label={label}
      data-tip={label}
      value={speed}
      onChange={({ target }) => media && setSpeed(media, Number(target.value))}
      className={`hidden h-8 cursor-pointer appearance-none rounded-control bg-transparent px-1.5 text-center text-small tabular-nums hover:bg-hover @min-[24rem]:block [&>option]:bg-raised [&>option]:text-text ${speed === 1 ? '' : '!text-accent'}`}
    >
      {speeds.map((each) => (
        <option key={each} value={each}>
          {each}×
        </option>
      ))}
    </select>
  )
}

type LoopButtonProps = { isLooping: boolean; label: string; onClick: () => void }

/** Plays repeatedly, or once; highlighted while it is on. */
export function LoopButton({ isLooping, label, onClick }: LoopButtonProps) {
  return (
    <IconButton
      small
      icon={Repeat}
      label={label}
      aria-pressed={isLooping}
      onClick={onClick}
      className={`hidden @min-[22rem]:inline-flex ${isLooping ? '!text-accent' : ''}`}
    />
  )
}

type VolumeProps = {
  media: HTMLMediaElement | null
  playback: Playback
  texts: PlayerTexts
  onMute: () => void
  isCompact?: boolean
}

/**
 * Mute, and the volume; where there is little room or on touch, mute alone: the device has keys of
 * its own.
 */
export function Volume({
  media,
  playback: { isMuted, volume },
  texts,
  onMute,
  isCompact,
}: VolumeProps) {
  const loudness = isMuted ? 0 : volume
  return (
    <span className="flex items-center">
      <IconButton
        small
        icon={isMuted ? VolumeX : Volume2}
        label={isMuted ? texts.unmute : texts.mute}
        onClick={onMute}
      />
      {!isCompact && (
        <input
          type="range"
          data-volume=""
          aria-label={texts.volume}
          min={0}
          max={1}
          step={0.05}
          value={loudness}
          onChange={({ target }) => media && setVolume(media, Number(target.value))}
          style={{ '--fill': `${loudness * 100}%` } as CSSProperties}
          className="range-input hidden !w-16 @min-[26rem]:block pointer-coarse:!hidden"
        />
      )}
    </span>
  )
}
