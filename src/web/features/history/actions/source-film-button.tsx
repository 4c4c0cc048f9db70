import { Clapperboard } from 'lucide-react'
import { useState } from 'react'
import type { InputView } from '#contract/generation.ts'
import { m } from '#web/messages/compiled/messages.js'
import { isVideo, secondsOf } from '#web/shared/media.ts'
import { playerTexts } from '#web/shared/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { VideoPlayer } from '#web/ui/media/video-player.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

/** Plays the film a sound was made for, alone; a GIF, which plays by itself, is shown. */
export function SourceFilmButton({ source }: { source: InputView }) {
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
