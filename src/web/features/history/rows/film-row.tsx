import { generationTitle } from '#web/shared/record-links.ts'
import { AgainLink } from '../actions/again-link.tsx'
import type { ItemProps } from '../list/layouts.ts'
import { snippet } from '../tiles/snippet.ts'
import { filmFacts } from '../words/facts.ts'
import { RecordRow } from './record-row.tsx'

/** A film as a row: its poster, or the picture it starts from while there is none. */
export function FilmRow(props: ItemProps) {
  const { generation } = props
  return (
    <RecordRow
      {...props}
      title={snippet(generationTitle(generation), 100)}
      source={{ of: [generation.images[0], ...generation.inputs] }}
      facts={filmFacts(generation)}
      actions={<AgainLink generation={generation} />}
    />
  )
}
