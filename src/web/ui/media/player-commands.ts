import { type KeyboardEvent, useState } from 'react'

type Subject = {
  media: HTMLMediaElement | null
  /** Seconds. */
  duration: number
  /** Absent where there is nothing to see. */
  onFullScreen?: (() => void) | undefined
}

/** The actions of a player's buttons and keys. A handled key does nothing else. */
export function useCommands({ media, duration, onFullScreen }: Subject) {
  const [isLooping, setLooping] = useState(false)

  const run = (command: Command) => {
    if (!media) return
    if (command.do === 'loop') setLooping(!isLooping)
    else if (command.do === 'full-screen') onFullScreen?.()
    else execute(media, command, duration)
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
  return (
    target instanceof HTMLInputElement &&
    'volume' in target.dataset &&
    (key.startsWith('Arrow') || key.length > 1)
  )
}

function execute(media: HTMLMediaElement, command: Command, duration: number) {
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
  }
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
  | { do: 'seek-by' | 'volume-by'; direction: -1 | 1 }
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
