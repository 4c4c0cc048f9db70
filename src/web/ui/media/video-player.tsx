import {
  type PointerEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { Play } from '../icons/basic-icons.ts'
import {
  allowsAutoplay,
  toggleFullScreen,
  useAutoPlay,
  useFullScreen,
  usePlayback,
} from './playback.ts'
import { useCommands } from './player-commands.ts'
import { PlayerControls } from './player-controls.tsx'
import type { PlayerTexts } from './player-texts.ts'

export type VideoPlayerProps = {
  src: string
  poster?: string | null | undefined
  /** What the video is, for screen readers. */
  label: string
  /** Seconds, for files that do not contain their duration. */
  seconds?: number | undefined
  texts: PlayerTexts
  /**
   * Plays automatically, muted, as soon as it is shown; not where the user prefers reduced motion
   * or data.
   */
  playsMuted?: boolean
  /** The same with its sound, where the browser allows it. */
  playsAloud?: boolean
  /** One of many: nothing of it is fetched before it is played. */
  isCompact?: boolean
  /** Frames a second, where known: the step of the keys , and . */
  fps?: number | null | undefined
  /** Actions on the shown frame. `readTime` returns its time in seconds, and pauses. */
  frameActions?: (readTime: () => number) => ReactNode
  /** The whole player, for showing it over the whole screen. */
  ref?: Ref<HTMLElement>
}

/**
 * A video that fills its place. A click plays and pauses, a double click fills the screen; with the
 * focus anywhere in it, keys do the same (space or K, arrows, M, L, F, digits, < and > for the speed,
 * comma and full stop for single frames). The controls are hidden while it plays.
 */
export function VideoPlayer(props: VideoPlayerProps) {
  const { src, poster, label, seconds, texts, playsMuted = false, playsAloud = false, ref } = props
  const { fps, frameActions, isCompact } = props
  const [root, setRoot] = useState<HTMLElement | null>(null)
  const [media, setMedia] = useState<HTMLVideoElement | null>(null)
  useImperativeHandle(ref, () => root as HTMLElement, [root])
  const playback = usePlayback(media, seconds)
  useAutoPlay(media, playsAloud)
  const isFull = useFullScreen(root)
  const onFullScreen = () => toggleFullScreen(root)
  const { isLooping, run, onKeyDown } = useCommands({
    media,
    duration: playback.duration,
    fps,
    onFullScreen,
  })
  const { isAwake, wake, sleep } = useIsActive()
  const pointer = useRef('mouse')
  const [autoPlay] = useState(() => playsMuted && allowsAutoplay())

  const onPointerDown = (event: PointerEvent) => {
    pointer.current = event.pointerType
  }
  // A finger cannot hover: its first tap shows the controls.
  const onTap = () => {
    if (pointer.current !== 'touch' || playback.isPaused) return run({ do: 'toggle' })
    if (isAwake) sleep()
    else wake()
  }
  return (
    <section
      ref={setRoot}
      aria-label={label}
      onKeyDown={onKeyDown}
      onPointerMove={(event) => event.pointerType === 'mouse' && wake()}
      onPointerLeave={sleep}
      className="@container relative size-full overflow-hidden bg-[black]"
    >
      <video
        ref={setMedia}
        src={src}
        {...(poster && { poster })}
        autoPlay={autoPlay}
        muted={autoPlay || undefined}
        loop={isLooping}
        preload={isCompact ? 'none' : 'metadata'}
        playsInline
        data-fps={fps ?? undefined}
        className="size-full object-contain"
      />
      <button
        type="button"
        tabIndex={-1}
        aria-hidden
        onPointerDown={onPointerDown}
        onClick={onTap}
        onDoubleClick={onFullScreen}
        className={`absolute inset-0 flex items-center justify-center ${playback.isPaused || isAwake ? '' : 'cursor-none'}`}
      >
        {playback.isPaused && !playback.hasFailed && (
          <span className="flex size-16 items-center justify-center rounded-full scheme-dark bg-ground/80 text-text">
            <Play size={24} fill="currentColor" strokeWidth={0} className="translate-x-0.5" />
          </span>
        )}
      </button>
      {playback.hasFailed && (
        <p
          role="alert"
          className="absolute inset-0 m-auto h-fit max-w-sm scheme-dark bg-ground/80 p-4 text-center text-text"
        >
          {texts.failed}
        </p>
      )}
      <PlayerControls
        {...{ media, playback, texts, isLooping, isFull, run }}
        isShown={playback.isPaused || isAwake}
      >
        {frameActions?.(() => {
          media?.pause()
          return media?.currentTime ?? 0
        })}
      </PlayerControls>
    </section>
  )
}

const patience = 2_500

/**
 * Whether the user was active in the last moments. Call `wake` for each activity; `sleep` ends it
 * at once.
 */
function useIsActive() {
  const [isAwake, setAwake] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const sleep = () => {
    clearTimeout(timer.current)
    setAwake(false)
  }
  const wake = () => {
    clearTimeout(timer.current)
    setAwake(true)
    timer.current = setTimeout(() => setAwake(false), patience)
  }
  return { isAwake, wake, sleep }
}
