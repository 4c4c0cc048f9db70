import { AudioLines } from 'lucide-react'
import { m } from '#web/messages/compiled/messages.js'
import { secondsOf } from '#web/shared/media.ts'
import { generationTitle } from '#web/shared/record-links.ts'
import { playerTexts } from '#web/shared/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { AudioPlayer } from '#web/ui/media/audio-player.tsx'
import { AgainLink } from '../actions/again-link.tsx'
import { CopyIdButton } from '../actions/copy-id-button.tsx'
import { SourceFilmButton } from '../actions/source-film-button.tsx'
import type { ItemProps } from '../list/layouts.ts'
import { snippet } from '../tiles/snippet.ts'
import { soundFacts } from '../words/facts.ts'
import { RecordRow } from './record-row.tsx'

/**
 * A sound: the film it was made for, its words, and the sound itself to be played where it stands.
 */
export function SoundRow(props: ItemProps) {
  const { generation, onOpen } = props
  const { images, inputs, request_id } = generation
  const [sound] = images
  const [source] = inputs
  return (
    <RecordRow
      {...props}
      title={snippet(generationTitle(generation), 150)}
      source={{ of: [source] }}
      facts={[...soundFacts(generation), <CopyIdButton key="id" requestId={request_id} />]}
      actions={
        <>
          {source && <SourceFilmButton source={source} />}
          {sound && (
            <Button size="small" variant="quiet" icon={AudioLines} onClick={onOpen}>
              {m.history_play_with_video()}
            </Button>
          )}
          <AgainLink generation={generation} />
        </>
      }
    >
      {sound && (
        <div className="max-w-xl">
          <AudioPlayer
            src={sound.url}
            label={m.work_sound({ prompt: generationTitle(generation) })}
            seconds={secondsOf(sound)}
            texts={playerTexts()}
            isCompact
          />
        </div>
      )}
    </RecordRow>
  )
}
