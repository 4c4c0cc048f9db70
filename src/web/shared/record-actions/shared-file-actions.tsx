import type { ComponentType } from 'react'
import { featureParts } from '../feature-parts.tsx'

/** A file that others see; `address`: where it is. */
export type SharedFileActionProps = { address: string | undefined; className?: string }

/** What features do with such a file. */
export const SharedFileActions = featureParts(
  import.meta.glob<ComponentType<SharedFileActionProps>>(
    '/src/features/*/web/shared-file-action.tsx',
    { eager: true, import: 'SharedFileAction' },
  ),
)
