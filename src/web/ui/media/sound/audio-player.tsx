import { Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../controls/icon-button.tsx'
import { LoopButton } from '../film/film-controls.tsx'
import type { PlayerTexts } from '../player/player-texts.ts'
import { SeekBar } from '../player/seek-bar.tsx'
import { useAutoPlay } from '../player/use-auto-play.ts'
import { useCommands } from '../player/use-commands.ts'
import { usePlayback } from '../player/use-playback.ts'
import { Volume } from '../player/volume.tsx'
import { FollowingFilm, type FollowingFilmProps } from './following-film.tsx'
import { usePeaks, Waveform } from './waveform.tsx'

export type AudioPlayerProps = {
  src: string
  /** What the sound is, for screen readers. */
  label: string
  /** Seconds, for files that do not tell it themselves. */
  seconds?: number | undefined
  texts: PlayerTexts
  /** The film it belongs to, shown above and kept in step. */
  film?: Omit<FollowingFilmProps, 'sound'> | undefined
  /** Plays once it is there. */
  playsAloud?: boolean
  /** Low, for lists: nothing of it is fetched before it is played. */
  isCompact?: boolean
}

/** A sound drawn as its level, with the film it was made for. Keys as in the video player. */
export function AudioPlayer({
  src,
  label,
  seconds,
  texts,
  film,
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
      {film && (
        <div className="min-h-0 flex-1">
          <FollowingFilm sound={media} {...film} />
        </div>
      )}
      {playback.hasFailed && (
        <p role="alert" className="text-bad">
          {texts.failed}
        </p>
      )}
      <div className={`flex shrink-0 items-center gap-3 ${film ? '' : 'my-auto'}`}>
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
          className={isCompact ? 'h-9' : film ? 'h-12' : 'h-24'}
          track={(played) => <Waveform peaks={peaks} played={played} />}
        />
        <span className="flex items-center">
          <Volume
            media={media}
            playback={playback}
            texts={texts}
            onMute={() => run({ do: 'mute' })}
            isCompact={isCompact}
          />
          {!isCompact && (
            <LoopButton
              isLooping={isLooping}
              label={texts.loop}
              onClick={() => run({ do: 'loop' })}
            />
          )}
        </span>
      </div>
    </section>
  )
}
