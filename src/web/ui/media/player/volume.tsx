import { Volume2, VolumeX } from 'lucide-react'
import type { CSSProperties } from 'react'
import { IconButton } from '../../controls/icon-button.tsx'
import type { PlayerTexts } from './player-texts.ts'
import { setVolume } from './use-commands.ts'
import type { Playback } from './use-playback.ts'

type VolumeProps = {
  media: HTMLMediaElement | null
  playback: Playback
  texts: PlayerTexts
  onMute: () => void
  isCompact?: boolean
}

/**
 * Mute, and how loud; where room is short or a finger points, mute alone: the device has keys of
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
