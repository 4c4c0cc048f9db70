import type { GenerationView, MediaView } from '#core/generations/generation-contract.ts'
import { m } from '#web/messages/compiled/messages.js'
import { answerSnippet, answerText, answerWords } from '#web/shared/answer-text.ts'
import { isImage } from '#web/shared/media.ts'
import { downloadFile } from '#web/shared/record-actions/download-records.ts'
import { generationTitle } from '#web/shared/record-actions/record-links.ts'
import { Thumbnail } from '#web/shared/thumbnail.tsx'
import { useCopied } from '#web/shared/use-copied.ts'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { Badge } from '#web/ui/feedback/badge-and-progress.tsx'
import { Download } from '#web/ui/icons/form-icons.ts'
import { Check } from '#web/ui/icons/navigation-icons.ts'
import { Copy } from '#web/ui/icons/stage-icons.ts'
import type { ItemProps } from '../list/layouts.ts'
import { AgainLink } from './record-buttons.tsx'
import {
  answerFacts,
  editFacts,
  imageFacts,
  meshFacts,
  snippet,
  videoFacts,
} from './record-facts.ts'
import { RecordRow } from './record-row.tsx'

/** Images as a row: the first of them, their prompt and their cost. */
export function ImageRow(props: ItemProps) {
  const { generation } = props
  const { images, inputs } = generation
  return (
    <RecordRow
      {...props}
      title={snippet(generationTitle(generation), 100)}
      source={{ of: [images[0], inputs[0]], count: images.length }}
      facts={imageFacts(generation)}
      actions={<AgainLink generation={generation} />}
    />
  )
}

/** A video as a row: its poster, or its input image while there is none. */
export function VideoRow(props: ItemProps) {
  const { generation } = props
  return (
    <RecordRow
      {...props}
      title={snippet(generationTitle(generation), 100)}
      source={{ of: [generation.images[0], ...generation.inputs] }}
      facts={videoFacts(generation)}
      actions={<AgainLink generation={generation} />}
    />
  )
}

/** A 3D object as a row: the image it was made of, and a button that shows it. */
export function MeshRow(props: ItemProps) {
  const { generation, onOpen } = props
  return (
    <RecordRow
      {...props}
      title={snippet(generationTitle(generation), 100)}
      source={{ of: [generation.inputs.find(isImage)] }}
      facts={meshFacts(generation)}
      actions={
        <>
          {generation.images.length > 0 && (
            <Button size="small" onClick={onOpen} className="mr-1 ml-2.5">
              {m.mesh_show()}
            </Button>
          )}
          <AgainLink generation={generation} />
        </>
      }
    />
  )
}

/** A question about an image and how its answer begins. */
export function AnswerRow(props: ItemProps) {
  const { generation, onOpen } = props
  const { answer, status, inputs } = generation
  return (
    <RecordRow
      {...props}
      title={snippet(generationTitle(generation), 100)}
      source={{ of: [inputs[0]] }}
      facts={answerFacts(generation)}
      actions={
        <>
          {status === 'completed' && (
            <Button size="small" onClick={onOpen} className="mr-1 ml-2.5">
              {m.history_view_detail()}
            </Button>
          )}
          <AgainLink generation={generation} />
          {answer !== null && <CopyAnswer generation={generation} answer={answer} />}
        </>
      }
    >
      {answer !== null && generation.prompt !== '' && (
        <p className="text-small text-quiet wrap-anywhere">
          {answerText(answer).isMock && (
            <span className="mr-2">
              <Badge tone="warn">{m.understand_mock()}</Badge>
            </span>
          )}
          {answerSnippet(answer)}
        </p>
      )}
    </RecordRow>
  )
}

function CopyAnswer({ generation, answer }: { generation: GenerationView; answer: string }) {
  const { isCopied, copy } = useCopied()
  return (
    <Button
      size="small"
      variant="quiet"
      icon={isCopied ? Check : Copy}
      onClick={() => void copy(answerText(answer).text)}
    >
      {isCopied ? m.stage_copied() : answerWords(generation.kind).copy}
    </Button>
  )
}

/** An edit as a row: the input image, and every output image. */
export function EditRow(props: ItemProps) {
  const { generation } = props
  const original = generation.inputs.find(isImage)
  return (
    <RecordRow
      {...props}
      title={snippet(generationTitle(generation), 100)}
      source={original ? { of: [original], word: m.compare_before() } : { of: generation.images }}
      facts={editFacts(generation)}
      actions={<AgainLink generation={generation} />}
    >
      {generation.images.length > 0 && (
        <ul aria-label={m.compare_results()} className="flex gap-1 overflow-x-auto">
          {generation.images.map((media) => (
            <li
              key={media.id}
              className="group relative h-20 shrink-0 sm:h-28"
              style={{ aspectRatio: ratioOf(media) }}
            >
              <Result
                generation={generation}
                media={media}
                at={media.position}
                onOpen={props.onOpenResult}
              />
            </li>
          ))}
        </ul>
      )}
    </RecordRow>
  )
}

type ResultProps = {
  generation: GenerationView
  media: MediaView
  at: number
  onOpen: (at: number) => void
}

function Result({ generation, media, at, onOpen }: ResultProps) {
  return (
    <>
      <button
        type="button"
        aria-label={m.compare_result({ at })}
        onClick={() => onOpen(at)}
        data-viewer-opener={generation.id}
        className="ring-on-picture block size-full overflow-hidden bg-raised"
      >
        <Thumbnail of={[media]} className="size-full object-cover" />
      </button>
      <IconButton
        icon={Download}
        small
        onImage
        label={m.records_download_one({ at })}
        onClick={() => void downloadFile(generation, media)}
        className="!absolute right-1 bottom-1 pointer-coarse:!size-8"
      />
    </>
  )
}

const ratioOf = ({ width, height }: MediaView) =>
  width && height ? Math.min(2, Math.max(0.5, width / height)) : 1
