import type { GenerationView, MediaView } from '#contract/generation.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Comparison } from '#web/ui/media/compare/comparison.tsx'
import { VideoPlayer } from '#web/ui/media/film/video-player.tsx'
import { AudioPlayer } from '#web/ui/media/sound/audio-player.tsx'
import { Words } from '../../understand/answer.tsx'
import { isFilm, isPicture, secondsOf } from '../../work/files/media-kind.ts'
import { nameOf } from '../../work/texts/name-of.ts'
import { comparisonTexts, playerTexts } from '../../work/texts/player-texts.ts'
import type { Shot } from './shots.ts'

/** Whether it is a picture that can be laid over the one it was made from. */
export function isComparable({ generation, media }: Shot): boolean {
  const isEdit = generation.kind === 'image-editing' && media !== undefined && isPicture(media)
  return isEdit && generation.inputs.some(isPicture)
}

/** Whether the viewer's own picture will do, which can be enlarged. */
export function isPlainPicture(shot: Shot, isComparing: boolean): boolean {
  return shot.media !== undefined && isPicture(shot.media) && !(isComparing && isComparable(shot))
}

/** What is no plain picture: a film, a sound with its film, an edit with its original, a question with its answer. */
export function ShotBody({ shot: { generation, media } }: { shot: Shot }) {
  const [input] = generation.inputs
  if (!media) return <AnswerBody generation={generation} picture={input} />
  if (isFilm(media)) {
    return (
      <VideoPlayer
        src={media.url}
        poster={media.thumbnail_url}
        label={m.work_video({ prompt: nameOf(generation) })}
        seconds={secondsOf(media)}
        texts={playerTexts()}
      />
    )
  }
  if (isPicture(media))
    return <EditBody generation={generation} media={media} original={generation.inputs.find(isPicture)} />
  return (
    <div className="mx-auto size-full max-w-4xl p-4">
      <AudioPlayer
        src={media.url}
        label={m.work_sound({ prompt: nameOf(generation) })}
        seconds={secondsOf(media)}
        texts={playerTexts()}
        film={
          input && {
            src: input.url,
            contentType: input.content_type,
            poster: input.thumbnail_url,
            label: m.work_source_film(),
          }
        }
      />
    </div>
  )
}

type EditBodyProps = { generation: GenerationView; media: MediaView; original: MediaView | undefined }

function EditBody({ generation, media, original }: EditBodyProps) {
  if (!original) return <img src={media.url} alt={generation.prompt} className="size-full object-contain" />
  const ratio = (media.width ?? 1) / (media.height ?? 1)
  return (
    <div className="flex size-full items-center justify-center [container-type:size]">
      <div style={{ width: `min(100cqw, 100cqh * ${ratio})`, aspectRatio: ratio }}>
        <Comparison
          before={{ src: original.url, alt: m.compare_original() }}
          after={{ src: media.url, alt: generation.prompt }}
          texts={comparisonTexts()}
        />
      </div>
    </div>
  )
}

function AnswerBody({ generation, picture }: { generation: GenerationView; picture: MediaView | undefined }) {
  return (
    <div className="flex size-full flex-col gap-6 overflow-y-auto p-4 lg:flex-row lg:overflow-hidden lg:p-6">
      {picture && (
        <div className="flex min-h-0 shrink-0 justify-center max-lg:max-h-[40%] lg:min-w-0 lg:flex-1">
          <img src={picture.url} alt={m.work_source_picture()} className="max-h-full max-w-full object-contain" />
        </div>
      )}
      <Words generation={generation} answer={generation.answer ?? ''} />
    </div>
  )
}
