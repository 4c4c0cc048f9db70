import { useEffect, useState } from 'react'

export type Playback = {
  isPaused: boolean
  isMuted: boolean
  /** 0 to 1. */
  volume: number
  /** Seconds; 0 while unknown. */
  duration: number
  /** 1 as recorded. */
  speed: number
  hasFailed: boolean
}

const start: Playback = {
  ...{ isPaused: true, isMuted: false, volume: 1, duration: 0, speed: 1, hasFailed: false },
}
const playbackEvents = [
  'play',
  'pause',
  'ended',
  'volumechange',
  'ratechange',
  'durationchange',
  'loadedmetadata',
  'error',
  'emptied',
]

/**
 * The state of a video or audio, kept current. `known` is its length in seconds, for files that do
 * not contain it.
 */
export function usePlayback(media: HTMLMediaElement | null, known = 0): Playback {
  const [playback, setPlayback] = useState(start)
  useEffect(() => {
    if (!media) return
    const read = () => setPlayback(playbackOf(media))
    read()
    return listen(media, playbackEvents, read)
  }, [media])
  return { ...playback, duration: playback.duration || known }
}

function playbackOf(media: HTMLMediaElement): Playback {
  return {
    isPaused: media.paused,
    isMuted: media.muted || media.volume === 0,
    volume: media.volume,
    duration: Number.isFinite(media.duration) ? media.duration : 0,
    speed: media.playbackRate,
    hasFailed: media.error !== null,
  }
}

const positionEvents = [
  'play',
  'pause',
  'seeking',
  'seeked',
  'timeupdate',
  'progress',
  'loadedmetadata',
  'emptied',
]

/** The position and the loaded part, in seconds; updated every frame while it plays. */
export function useTime(media: HTMLMediaElement | null): { time: number; buffered: number } {
  const [state, setState] = useState({ time: 0, buffered: 0 })
  useEffect(() => {
    if (!media) return
    let frame = 0
    const follow = () => {
      cancelAnimationFrame(frame)
      setState({ time: media.currentTime, buffered: bufferedOf(media) })
      if (!media.paused && !media.ended) frame = requestAnimationFrame(follow)
    }
    follow()
    const stop = listen(media, positionEvents, follow)
    return () => {
      stop()
      cancelAnimationFrame(frame)
    }
  }, [media])
  return state
}

function bufferedOf({ buffered, currentTime }: HTMLMediaElement): number {
  for (let index = 0; index < buffered.length; index += 1) {
    if (buffered.start(index) <= currentTime + 0.1 && buffered.end(index) >= currentTime)
      return buffered.end(index)
  }
  return 0
}

/** Calls `listener` for each of these events; the returned function stops it. */
export function listen(
  target: EventTarget,
  names: readonly string[],
  listener: () => void,
): () => void {
  for (const name of names) target.addEventListener(name, listener)
  return () => {
    for (const name of names) target.removeEventListener(name, listener)
  }
}

/**
 * Plays media once it has loaded: with sound where the browser allows it, a video otherwise muted.
 * Where the user prefers reduced motion or data, it waits for a press.
 */
export function useAutoPlay(media: HTMLMediaElement | null, isWanted: boolean): void {
  useEffect(() => {
    if (!media || !isWanted || !allowsAutoplay()) return
    media.play().catch((error: unknown) => {
      const isRefused = error instanceof DOMException && error.name === 'NotAllowedError'
      if (!isRefused || !(media instanceof HTMLVideoElement)) return
      media.muted = true
      media.play().catch(() => undefined)
    })
  }, [media, isWanted])
}

/**
 * Whether media may play automatically: the user prefers neither reduced motion nor reduced data.
 */
export function allowsAutoplay(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  const queries = ['(prefers-reduced-motion: reduce)', '(prefers-reduced-data: reduce)']
  return connection?.saveData !== true && !queries.some((query) => matchMedia(query).matches)
}

type OldVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void }

/**
 * Toggles full screen for an element. Phones that only support it for videos use the video inside.
 */
export function toggleFullScreen(element: HTMLElement | null): void {
  if (document.fullscreenElement) void document.exitFullscreen()
  else if (element?.requestFullscreen) element.requestFullscreen().catch(() => undefined)
  else element?.querySelector<OldVideo>('video')?.webkitEnterFullscreen?.()
}

/** Whether this element is in full screen. */
export function useFullScreen(element: HTMLElement | null): boolean {
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const read = () => setFull(element !== null && document.fullscreenElement === element)
    return listen(document, ['fullscreenchange'], read)
  }, [element])
  return isFull
}
