import type { ComponentType } from 'react'
import type { ViewerSlide } from './viewer-slides.ts'

/** What features add to the actions on the shown result. */
export type ViewerActionProps = Pick<ViewerSlide, 'generation' | 'media'>

const modules = import.meta.glob<{ ViewerAction: ComponentType<ViewerActionProps> }>(
  '/src/features/*/web/viewer-action.tsx',
  { eager: true },
)

/** The actions that features add. */
export function AddedActions({ generation, media }: ViewerActionProps) {
  return Object.entries(modules).map(([path, { ViewerAction }]) => (
    <ViewerAction key={path} generation={generation} media={media} />
  ))
}
