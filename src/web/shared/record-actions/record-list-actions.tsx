import type { ComponentType } from 'react'
import { featureParts } from '../feature-parts.tsx'

/** A list of records of any kind, such as a collection. `path`: its address in the API. */
export type RecordListActionProps = { path: string; isEmpty: boolean }

/** What features do with such a list. */
export const RecordListActions = featureParts(
  import.meta.glob<ComponentType<RecordListActionProps>>(
    '/src/features/*/web/record-list-action.tsx',
    { eager: true, import: 'RecordListAction' },
  ),
)
