import { Clapperboard, Download, SlidersHorizontal } from 'lucide-react'
import { formatNumber } from '#web/lib/format.ts'
import { currentLocale } from '#web/lib/locale.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { buttonStyle } from '#web/ui/controls/button-style.ts'
import { clockText } from '#web/ui/media/player/clock.ts'
import { AudioPlayer } from '#web/ui/media/sound/audio-player.tsx'
import { formAddress } from '../../work/form-address.ts'
import { secondsOf } from '../../work/media-kind.ts'
import { nameOf } from '../../work/name-of.ts'
import { playerTexts } from '../../work/player-texts.ts'
import { useWorkActions } from '../../work/use-work-actions.ts'
import type { ItemProps } from '../list/layouts.ts'
import { RemoveButton } from '../remove/remove-button.tsx'
import { snippet } from '../tiles/snippet.ts'
import { RecordRow } from './record-row.tsx'
import { sizeText } from './size-text.ts'

/** A sound: the film it was made for, its words, and the sound itself to be played where it stands. */
export function SoundRow({ generation, onOpen, selection }: ItemProps) {
  const { download } = useWorkActions(generation)
  const [sound] = generation.images
  const seconds = sound && secondsOf(sound)
  const credits = generation.credits_charged - generation.credits_refunded
  return (
    <RecordRow
      generation={generation}
      selection={selection}
      title={snippet(nameOf(generation), 150)}
      facts={[
        `#${generation.request_id.slice(-8)}`,
        ...(seconds === undefined ? [] : [clockText(seconds)]),
        ...(sound ? [sizeText(sound.bytes, currentLocale())] : []),
        m.history_credits({ credits: formatNumber(credits) }),
      ]}
      actions={
        <>
          {sound && (
            <>
              <Button
                size="small"
                variant="quiet"
                icon={Clapperboard}
                onClick={onOpen}
                data-viewer-opener={generation.id}
              >
                {m.history_play_with_video()}
              </Button>
              <Button size="small" variant="quiet" icon={Download} onClick={() => void download([sound])}>
                {m.history_download()}
              </Button>
            </>
          )}
          <Link {...formAddress(generation)} className={buttonStyle({ size: 'small', variant: 'quiet' })}>
            <SlidersHorizontal size={16} aria-hidden />
            {m.history_again_audio()}
          </Link>
          <RemoveButton generation={generation} small />
        </>
      }
    >
      {sound && (
        <div className="max-w-xl">
          <AudioPlayer
            src={sound.url}
            label={m.work_sound({ prompt: nameOf(generation) })}
            seconds={seconds}
            texts={playerTexts()}
            isCompact
          />
        </div>
      )}
    </RecordRow>
  )
}
