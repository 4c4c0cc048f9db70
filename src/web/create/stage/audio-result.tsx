import { isOpen } from '#web/lib/jobs/generations.ts'
import { m } from '#web/messages/compiled/messages.js'
import { hasThumbnail, mediaDrag, secondsOf } from '#web/shared/media.ts'
import { generationTitle } from '#web/shared/record-actions/record-links.ts'
import { playerTexts } from '#web/shared/texts.ts'
import { AudioPlayer } from '#web/ui/media/audio-player.tsx'
import { fitGrid } from './fit-grid.ts'
import type { ResultBodyProps } from './result-bodies.ts'
import { ResultFrame, resultShape, useElementBox } from './result-frame.tsx'

/** Audio as a waveform, under the video that it was made for. */
export function AudioResult({ generation }: ResultBodyProps) {
  const [room, box] = useElementBox<HTMLDivElement>()
  const [audio] = generation.images
  const video = generation.inputs.find(hasThumbnail)
  const { cell } = fitGrid(1, resultShape(generation), box ?? { width: 0, height: 0 }, 0)
  return (
    <div ref={room} className="absolute inset-4 flex items-center justify-center lg:inset-6">
      {box && !audio && isOpen(generation) && <ResultFrame size={cell} isRunning input={video} />}
      {audio && (
        <div {...mediaDrag(audio)} className="fade-in size-full max-w-3xl">
          <AudioPlayer
            src={audio.url}
            label={m.work_audio({ prompt: generationTitle(generation) })}
            seconds={secondsOf(audio)}
            texts={playerTexts()}
            video={
              video && {
                src: video.url,
                contentType: video.content_type,
                poster: video.thumbnail_url,
                label: m.work_source_video(),
              }
            }
          />
        </div>
      )}
    </div>
  )
}
