import { useState } from 'react'
import type { InputView } from '#core/generations/generation-contract.ts'
import { m } from '#web/messages/compiled/messages.js'
import { hasThumbnail, isVideo, secondsOf } from '#web/shared/media.ts'
import { generationTitle } from '#web/shared/record-actions/record-links.ts'
import { playerTexts } from '#web/shared/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { AudioLines, Clapperboard } from '#web/ui/icons/navigation-icons.ts'
import { AudioPlayer } from '#web/ui/media/audio-player.tsx'
import { VideoPlayer } from '#web/ui/media/video-player.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { ItemProps } from '../list/layouts.ts'
import { AgainLink, CopyIdButton } from './record-buttons.tsx'
import { audioFacts, snippet } from './record-facts.ts'
import { RecordRow } from './record-row.tsx'

/** Audio as a row: the video it was made for, where there is one, its prompt, and a player. */
export function AudioRow(props: ItemProps) {
  const { generation, onOpen } = props
  const { images, inputs, request_id } = generation
  const [audio] = images
  const source = inputs.find(hasThumbnail)
  return (
    <RecordRow
      {...props}
      title={snippet(generationTitle(generation), 150)}
      source={{ of: [source] }}
      facts={[...audioFacts(generation), <CopyIdButton key="id" requestId={request_id} />]}
      actions={
        <>
          {source && <SourceVideoButton source={source} />}
          {audio && source && (
            <Button size="small" variant="quiet" icon={AudioLines} onClick={onOpen}>
              {m.history_play_with_video()}
            </Button>
          )}
          <AgainLink generation={generation} />
        </>
      }
    >
      {audio && (
        <div className="max-w-xl">
          <AudioPlayer
            src={audio.url}
            label={m.work_audio({ prompt: generationTitle(generation) })}
            seconds={secondsOf(audio)}
            texts={playerTexts()}
            isCompact
          />
        </div>
      )}
    </RecordRow>
  )
}

/** Plays the video that audio was made for, alone; a GIF, which plays automatically, is shown. */
function SourceVideoButton({ source }: { source: InputView }) {
  const [isOpen, setOpen] = useState<boolean>()
  const title = m.records_input_video()
  return (
    <>
      <Button size="small" variant="quiet" icon={Clapperboard} onClick={() => setOpen(true)}>
        {m.records_play_input()}
      </Button>
      {isOpen !== undefined && (
        <Dialog
          open={isOpen}
          onClose={() => setOpen(false)}
          title={title}
          closeLabel={m.history_close()}
        >
          {isOpen && (
            <div className="h-72 max-h-[50dvh] overflow-hidden bg-stage">
              {isVideo(source) ? (
                <VideoPlayer
                  src={source.url}
                  poster={source.thumbnail_url}
                  label={title}
                  seconds={secondsOf(source)}
                  texts={playerTexts()}
                />
              ) : (
                <img src={source.url} alt={title} className="size-full object-contain" />
              )}
            </div>
          )}
        </Dialog>
      )}
    </>
  )
}
