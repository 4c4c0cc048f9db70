import { isOpen } from '#web/lib/jobs/generations.ts'
import { m } from '#web/messages/compiled/messages.js'
import { hasThumbnail, mediaDrag, secondsOf } from '#web/shared/media.ts'
import { FrameMenu } from '#web/shared/record-actions/frame-menu.tsx'
import { generationTitle } from '#web/shared/record-actions/record-links.ts'
import { playerTexts } from '#web/shared/texts.ts'
import { VideoPlayer } from '#web/ui/media/video-player.tsx'
import { fitGrid } from './fit-grid.ts'
import type { ResultBodyProps } from './result-bodies.ts'
import { ResultFrame, resultShape, useElementBox } from './result-frame.tsx'

/** A video at its own ratio, as large as fits. */
export function VideoResult({ generation, player }: ResultBodyProps) {
  const [room, box] = useElementBox<HTMLDivElement>()
  const [video] = generation.images
  const { cell } = fitGrid(1, resultShape(generation), box ?? { width: 0, height: 0 }, 0)
  return (
    <div ref={room} className="absolute inset-4 flex items-center justify-center lg:inset-6">
      {box && (
        <ResultFrame
          size={cell}
          isRunning={isOpen(generation)}
          input={generation.inputs.find(hasThumbnail)}
          preview={generation.preview}
        >
          {video && (
            <div {...mediaDrag(video)} className="fade-in relative size-full">
              <VideoPlayer
                ref={player}
                src={video.url}
                poster={video.thumbnail_url}
                label={m.work_video({ prompt: generationTitle(generation) })}
                seconds={secondsOf(video)}
                fps={video.fps}
                frameActions={(readTime) => (
                  <FrameMenu generation={generation} video={video} readTime={readTime} />
                )}
                texts={playerTexts()}
                playsMuted
              />
            </div>
          )}
        </ResultFrame>
      )}
    </div>
  )
}
