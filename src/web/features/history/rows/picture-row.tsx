import { generationTitle } from '#web/shared/record-links.ts'
import { AgainLink } from '../actions/again-link.tsx'
import type { ItemProps } from '../list/layouts.ts'
import { snippet } from '../tiles/snippet.ts'
import { pictureFacts } from '../words/facts.ts'
import { RecordRow } from './record-row.tsx'

/** Pictures as a row: the first of them, their words and what they cost. */
export function PictureRow(props: ItemProps) {
  const { generation } = props
  const { images, inputs } = generation
  return (
    <RecordRow
      {...props}
      title={snippet(generationTitle(generation), 100)}
      source={{ of: [images[0], inputs[0]], count: images.length }}
      facts={pictureFacts(generation)}
      actions={<AgainLink generation={generation} />}
    />
  )
}
