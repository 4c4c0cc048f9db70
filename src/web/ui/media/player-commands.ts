import { type KeyboardEvent, useState } from 'react'

type Subject = {
  media: HTMLMediaElement | null
  /** Seconds. */
  duration: number
  /** Frames a second of a video, where known. */
  fps?: number | null | undefined
  /** Absent where there is nothing to see. */
  onFullScreen?: (() => void) | undefined
}

/** The actions of a player's buttons and keys. A handled key does nothing else. */
export function useCommands({ media, duration, fps, onFullScreen }: Subject) {
  const [isLooping, setLooping] = useState(false)

  const run = (command: Command) => {
    if (!media) return
    if (command.do === 'loop') setLooping(!isLooping)
    else if (command.do === 'full-screen') onFullScreen?.()
    else execute(media, command, duration, fps)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
    const command = commandOf(event.key)
    if (!command || belongsToTarget(event)) return
    event.preventDefault()
    event.stopPropagation()
    run(command)
  }
  return { isLooping, run, onKeyDown }
}

/** Space presses the button that has the focus; the volume's own slider keeps its arrows. */
function belongsToTarget({ key, target }: KeyboardEvent): boolean {
  if (target instanceof HTMLButtonElement) return key === ' '
  if (target instanceof HTMLSelectElement) return true
  return (
    target instanceof HTMLInputElement &&
    'volume' in target.dataset &&
    (key.startsWith('Arrow') || key.length > 1)
  )
}

function execute(
  media: HTMLMediaElement,
  command: Command,
  duration: number,
  fps: number | null | undefined,
) {
  switch (command.do) {
    case 'toggle':
      if (media.paused) play(media)
      else media.pause()
      break
    case 'mute':
      mute(media)
      break
    case 'volume-by':
      setVolume(media, media.volume + command.direction / 10)
      break
    case 'seek-by':
      seek(media, media.currentTime + command.direction * seekStep(duration), duration)
      break
    case 'seek-to':
      seek(media, command.share * duration, duration)
      break
    case 'speed-by':
      setSpeed(media, nextSpeed(media.playbackRate, command.direction))
      break
    case 'frame-by':
      stepFrame(media, command.direction, fps)
  }
}

/** The offered speeds, of 1 as usual. */
export const speeds: readonly number[] = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2]

/** The next faster or slower of the offered speeds; the same at the end of them. */
export function nextSpeed(speed: number, direction: -1 | 1): number {
  const rest = speeds.filter((one) => (direction > 0 ? one > speed : one < speed))
  return (direction > 0 ? rest[0] : rest.at(-1)) ?? speed
}

/** Plays at a speed, of 1 as recorded. */
export function setSpeed(media: HTMLMediaElement, speed: number): void {
  media.playbackRate = speed
}

/** Where the number of frames a second is not known. */
const usualFps = 24

/** Pauses a video and shows its next or previous frame; audio alone stays as it is. */
export function stepFrame(
  media: HTMLMediaElement,
  direction: -1 | 1,
  fps: number | null | undefined,
): void {
  if (!(media instanceof HTMLVideoElement)) return
  media.pause()
  media.currentTime = frameTime(media.currentTime, direction, fps || usualFps, media.duration)
}

/**
 * The middle of the frame after or before the one at `time`, in seconds: a time at the edge of two
 * frames may show either. The first and the last frame have nothing beyond them.
 */
export function frameTime(time: number, direction: -1 | 1, fps: number, duration: number): number {
  const last = Math.max(0, Math.round(duration * fps) - 1)
  const shown = Math.floor(time * fps + 0.001)
  return (Math.min(last, Math.max(0, shown + direction)) + 0.5) / fps
}

/** Toggles the sound: a volume of 0 becomes half, so that it is audible. */
function mute(media: HTMLMediaElement): void {
  const isSilent = media.muted || media.volume === 0
  media.muted = !isSilent
  if (media.volume === 0) media.volume = 0.5
}

/** Starts it; if the browser refuses, it stays paused, which the button then shows. */
export function play(media: HTMLMediaElement): void {
  media.play().catch(() => undefined)
}

/** `volume` is limited to 0 to 1; the sound is unmuted. */
export function setVolume(media: HTMLMediaElement, volume: number): void {
  media.muted = false
  media.volume = Math.min(1, Math.max(0, volume))
}

/** `time` is limited to the duration, in seconds. */
export function seek(media: HTMLMediaElement, time: number, duration: number): void {
  media.currentTime = Math.min(duration, Math.max(0, time))
}

/** The commands of a player's keys. `share` is 0 for the beginning and 1 for the end. */
export type Command =
  | { do: 'toggle' | 'mute' | 'loop' | 'full-screen' }
  | { do: 'seek-by' | 'volume-by' | 'speed-by' | 'frame-by'; direction: -1 | 1 }
  | { do: 'seek-to'; share: number }

const keys: Readonly<Record<string, Command>> = {
  ' ': { do: 'toggle' },
  k: { do: 'toggle' },
  m: { do: 'mute' },
  l: { do: 'loop' },
  f: { do: 'full-screen' },
  ArrowLeft: { do: 'seek-by', direction: -1 },
  ArrowRight: { do: 'seek-by', direction: 1 },
  ArrowDown: { do: 'volume-by', direction: -1 },
  ArrowUp: { do: 'volume-by', direction: 1 },
  ',': { do: 'frame-by', direction: -1 },
  '.': { do: 'frame-by', direction: 1 },
  '<': { do: 'speed-by', direction: -1 },
  '>': { do: 'speed-by', direction: 1 },
  Home: { do: 'seek-to', share: 0 },
  End: { do: 'seek-to', share: 1 },
}

/** The command of a key, by `KeyboardEvent.key`; the digits go to tenths of the duration. */
export function commandOf(key: string): Command | undefined {
  if (/^\d$/.test(key)) return { do: 'seek-to', share: Number(key) / 10 }
  return keys[key] ?? keys[key.toLowerCase()]
}

/** The step of one arrow key, in seconds: 5, less for short media. */
export function seekStep(duration: number): number {
  return Math.min(5, duration / 10)
}
