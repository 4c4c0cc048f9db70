import { useState } from 'react'
import type { GenerationView, MediaView } from '#core/generations/generation-contract.ts'
import { kindFacts } from '#core/models/rules/kinds.ts'
import { isOpen } from '#web/lib/jobs/generations.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Answer } from '#web/shared/answer.tsx'
import {
  comparedImage,
  hasThumbnail,
  isImage,
  isMesh,
  isVideo,
  secondsOf,
  thumbnailUrl,
} from '#web/shared/media.ts'
import { MeshView } from '#web/shared/mesh-view.tsx'
import { FrameMenu } from '#web/shared/record-actions/frame-menu.tsx'
import { generationTitle } from '#web/shared/record-actions/record-links.ts'
import { comparisonTexts, playerTexts } from '#web/shared/texts.ts'
import { Thumbnail } from '#web/shared/thumbnail.tsx'
import { Transcript } from '#web/shared/transcript.tsx'
import { Segmented } from '#web/ui/controls/segmented.tsx'
import { AudioPlayer } from '#web/ui/media/audio-player.tsx'
import { Comparison } from '#web/ui/media/comparison.tsx'
import { VideoPlayer } from '#web/ui/media/video-player.tsx'
import { RefundBox } from '../records/refund-box.tsx'
import { removalText, useStateText } from '../records/state-text.ts'
import type { ViewerSlide } from './viewer-slides.ts'

/** Whether it is an image that can be compared with its input. */
export function isComparable({ generation, media }: ViewerSlide): boolean {
  const isEdit = generation.kind === 'image-editing' && media !== undefined && isImage(media)
  return isEdit && generation.inputs.some(isImage)
}

/** Whether the viewer's own image, which can be enlarged, is sufficient. */
export function isPlainImage(slide: ViewerSlide, isComparing: boolean): boolean {
  return slide.media !== undefined && isImage(slide.media) && !(isComparing && isComparable(slide))
}

/**
 * Any result that is no plain image: a video, audio with its video, an edit with its input, a
 * question with its answer, a transcript, a 3D object.
 */
export function SlideBody({ slide: { generation, media } }: { slide: ViewerSlide }) {
  const input = generation.inputs.find(hasThumbnail)
  if (!media && generation.answer === null) return <NoResultBody generation={generation} />
  if (!media)
    // Keeps the text clear of the buttons for the previous and the next record.
    return (
      <div className="absolute inset-0 max-md:pointer-fine:inset-x-10">
        {kindFacts[generation.kind].display === 'transcript' ? (
          <Transcript generation={generation} />
        ) : (
          <Answer generation={generation} />
        )}
      </div>
    )
  if (isVideo(media)) {
    return (
      <VideoPlayer
        src={media.url}
        poster={media.thumbnail_url}
        label={m.work_video({ prompt: generationTitle(generation) })}
        seconds={secondsOf(media)}
        fps={media.fps}
        frameActions={(readTime) => (
          <FrameMenu generation={generation} video={media} readTime={readTime} />
        )}
        texts={playerTexts()}
        playsAloud
      />
    )
  }
  if (isMesh(media))
    return (
      <MeshView
        src={media.url}
        label={m.mesh_view({ prompt: generationTitle(generation) })}
        poster={thumbnailUrl(input)}
      />
    )
  if (isImage(media))
    return (
      <EditBody generation={generation} media={media} original={generation.inputs.find(isImage)} />
    )
  return <AudioBody generation={generation} media={media} input={input} />
}

type AudioBodyProps = {
  generation: GenerationView
  media: MediaView
  input: MediaView | undefined
}

/** A sound, with the video it was made for; where that has its own, each or both are heard. */
function AudioBody({ generation, media, input }: AudioBodyProps) {
  const [heard, setHeard] = useState<'new' | 'both' | 'original'>('new')
  const mixed = generation.videos_with_audio.find((video) => video.audio === 'mixed')
  const sources = { new: media.url, both: mixed?.url, original: input?.url }
  return (
    <div className="mx-auto flex size-full max-w-4xl flex-col gap-3 p-4">
      {mixed && (
        <div className="mx-auto w-full max-w-sm shrink-0">
          <Segmented
            label={m.viewer_audio()}
            value={heard}
            onChange={setHeard}
            options={[
              { value: 'new', label: m.viewer_audio_replaced() },
              { value: 'both', label: m.viewer_audio_mixed() },
              { value: 'original', label: m.viewer_audio_original() },
            ]}
          />
        </div>
      )}
      <div className="min-h-0 flex-1">
        <AudioPlayer
          src={sources[heard] ?? media.url}
          label={m.work_audio({ prompt: generationTitle(generation) })}
          seconds={secondsOf(media)}
          texts={playerTexts()}
          playsAloud
          video={
            input && {
              src: input.url,
              contentType: input.content_type,
              poster: input.thumbnail_url,
              label: m.work_source_video(),
            }
          }
        />
      </div>
    </div>
  )
}

/** A failed, removed or running record: its status, its prompt, and its inputs. */
function NoResultBody({ generation }: { generation: GenerationView }) {
  const source = generation.inputs.find(hasThumbnail)
  return (
    <div
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
      tabIndex={0}
      className="flex size-full flex-col overflow-y-auto -outline-offset-2"
    >
      <div className="m-auto flex w-full max-w-xl flex-col gap-4 p-4">
        {source && (
          <Thumbnail
            of={[source]}
            className="max-h-48 max-w-full self-start object-contain opacity-60 grayscale"
          />
        )}
        {isOpen(generation) && <Running generation={generation} />}
        {!isOpen(generation) &&
          (generation.removed_at ? (
            <p className="text-body text-bad wrap-anywhere">{removalText(generation)}</p>
          ) : (
            <Failure generation={generation} />
          ))}
        <p className="text-prompt whitespace-pre-wrap wrap-anywhere">
          {generation.prompt || generationTitle(generation)}
        </p>
      </div>
    </div>
  )
}

function Running({ generation }: { generation: GenerationView }) {
  return <p className="text-body text-quiet tabular-nums">{useStateText(generation)}</p>
}

function Failure({ generation }: { generation: GenerationView }) {
  return (
    <>
      <p className="text-body text-bad wrap-anywhere">
        {generation.status === 'failed'
          ? generation.error_message || m.history_no_text()
          : m.work_loading()}
      </p>
      {generation.status === 'failed' && <RefundBox generation={generation} />}
    </>
  )
}

type EditBodyProps = {
  generation: GenerationView
  media: MediaView
  original: MediaView | undefined
}

function EditBody({ generation, media, original }: EditBodyProps) {
  if (!original)
    return <img src={media.url} alt={generation.prompt} className="size-full object-contain" />
  const ratio = (media.width ?? 1) / (media.height ?? 1)
  return (
    <div className="flex size-full items-center justify-center [container-type:size]">
      <div style={{ width: `min(100cqw, 100cqh * ${ratio})`, aspectRatio: ratio }}>
        <Comparison
          before={comparedImage(original, m.compare_original())}
          after={comparedImage(media, generation.prompt)}
          texts={comparisonTexts()}
        />
      </div>
    </div>
  )
}
