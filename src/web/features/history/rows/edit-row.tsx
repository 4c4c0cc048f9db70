import { Download } from 'lucide-react'
import type { GenerationView, MediaView } from '#contract/generation.ts'
import { m } from '#web/messages/compiled/messages.js'
import { isImage } from '#web/shared/media.ts'
import { downloadFile } from '#web/shared/record-actions/download-records.ts'
import { generationTitle } from '#web/shared/record-links.ts'
import { Thumbnail } from '#web/shared/thumbnail.tsx'
import { IconButton } from '#web/ui/controls/button.tsx'
import { AgainLink } from '../actions/again-link.tsx'
import type { ItemProps } from '../list/layouts.ts'
import { snippet } from '../tiles/snippet.ts'
import { editFacts } from '../words/facts.ts'
import { RecordRow } from './record-row.tsx'

/** An edit as a row: the picture as it was, and every picture that came of it. */
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
        onPicture
        label={m.records_download_one({ at })}
        onClick={() => void downloadFile(generation, media)}
        className="!absolute right-1 bottom-1 pointer-coarse:!size-8"
      />
    </>
  )
}

const ratioOf = ({ width, height }: MediaView) =>
  width && height ? Math.min(2, Math.max(0.5, width / height)) : 1
