import { useEffect, useState } from 'react'
import { IconButton } from '../controls/button.tsx'
import { Pause, Play } from '../icons/basic-icons.ts'
import { listen, useAutoPlay, usePlayback } from './playback.ts'
import { play, useCommands } from './player-commands.ts'
import { LoopButton, SpeedMenu, Volume } from './player-controls.tsx'
import type { PlayerTexts } from './player-texts.ts'
import { SeekBar } from './seek-bar.tsx'
import { usePeaks, Waveform } from './waveform.tsx'

export type AudioPlayerProps = {
  src: string
  /** The label of the audio, for screen readers. */
  label: string
  /** Seconds, for files that do not contain their duration. */
  seconds?: number | undefined
  texts: PlayerTexts
  /** The video it belongs to, shown above and synchronized. */
  video?: Omit<FollowingVideoProps, 'audio'> | undefined
  /** Plays as soon as it has loaded. */
  playsAloud?: boolean
  /** Low, for lists: nothing of it is fetched before it is played. */
  isCompact?: boolean
}

/** Audio as a waveform, with the video it was made for. Keys as in the video player. */
export function AudioPlayer({
  src,
  label,
  seconds,
  texts,
  video,
  playsAloud = false,
  isCompact = false,
}: AudioPlayerProps) {
  const [media, setMedia] = useState<HTMLAudioElement | null>(null)
  const playback = usePlayback(media, seconds)
  useAutoPlay(media, playsAloud)
  const { isLooping, run, onKeyDown } = useCommands({ media, duration: playback.duration })
  const { isPaused } = playback
  const [wasPlayed, setPlayed] = useState(!isCompact)
  if (!isPaused && !wasPlayed) setPlayed(true)
  const peaks = usePeaks(wasPlayed ? src : undefined)
  return (
    <section
      aria-label={label}
      onKeyDown={onKeyDown}
      className="@container flex size-full min-h-0 flex-col gap-3"
    >
      {/* biome-ignore lint/a11y/useMediaCaption: a generated sound has no words to caption */}
      <audio ref={setMedia} src={src} loop={isLooping} preload={isCompact ? 'none' : 'metadata'} />
      {video && (
        <div className="min-h-0 flex-1">
          <FollowingVideo audio={media} {...video} />
        </div>
      )}
      {playback.hasFailed && (
        <p role="alert" className="text-bad">
          {texts.failed}
        </p>
      )}
      <div
        className={`flex shrink-0 items-center gap-3 ${isCompact ? '' : 'flex-wrap'} ${video ? '' : 'my-auto'}`}
      >
        <IconButton
          icon={isPaused ? Play : Pause}
          label={isPaused ? texts.play : texts.pause}
          onClick={() => run({ do: 'toggle' })}
          className="!rounded-full !bg-accent !text-on-accent"
        />
        <SeekBar
          media={media}
          duration={playback.duration}
          texts={texts}
          className={isCompact ? 'h-9' : `${rowWhereNarrow} ${video ? 'h-12' : 'h-24'}`}
          track={(played) => <Waveform peaks={peaks} played={played} />}
        />
        <span className="ml-auto flex items-center">
          <Volume
            media={media}
            playback={playback}
            texts={texts}
            onMute={() => run({ do: 'mute' })}
            isCompact={isCompact}
          />
          {!isCompact && (
            <>
              <SpeedMenu media={media} speed={playback.speed} label={texts.speed} />
              <LoopButton
                isLooping={isLooping}
                label={texts.loop}
                onClick={() => run({ do: 'loop' })}
              />
            </>
          )}
        </span>
      </div>
    </section>
  )
}

/** A row of its own, above the controls: beside them a phone has too little width for it. */
const rowWhereNarrow = '@max-md:order-first @max-md:basis-full'

export type FollowingVideoProps = {
  /** The audio that it follows. */
  audio: HTMLMediaElement | null
  src: string
  contentType: string
  poster?: string | null | undefined
  label: string
}

/** A muted video that follows the position of an audio. An animated image is only shown. */
function FollowingVideo({ audio, src, contentType, poster, label }: FollowingVideoProps) {
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  useEffect(() => (audio && video ? follow(audio, video) : undefined), [audio, video])
  if (contentType.startsWith('image/'))
    return <img src={src} alt={label} className="size-full object-contain" />
  return (
    <video
      ref={setVideo}
      src={src}
      {...(poster && { poster })}
      aria-label={label}
      muted
      playsInline
      preload="metadata"
      className="size-full object-contain"
    />
  )
}

/** Seconds they may be apart; the eye notices about twice as much. */
const tolerance = 0.12

function follow(audio: HTMLMediaElement, video: HTMLVideoElement): () => void {
  const synchronize = () => {
    const there = Math.min(audio.currentTime, video.duration || audio.currentTime)
    video.playbackRate = audio.playbackRate
    if (Math.abs(video.currentTime - there) > tolerance) video.currentTime = there
    if (audio.paused || video.ended) video.pause()
    else if (video.paused) play(video)
  }
  const events = ['play', 'pause', 'ended', 'seeking', 'seeked', 'timeupdate', 'ratechange']
  return listen(audio, events, synchronize)
}
