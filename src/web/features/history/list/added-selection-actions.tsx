import type { ComponentType } from 'react'
import type { GenerationView } from '#contract/generation.ts'

/** What features add to the actions on selected records: `records` are those that were fetched. */
export type SelectionActionProps = { count: number; records: () => GenerationView[] }

const modules = import.meta.glob<{ SelectionAction: ComponentType<SelectionActionProps> }>(
  '/src/features/*/web/selection-action.tsx',
  { eager: true },
)

/** The actions that features add. */
export function AddedSelectionActions(props: SelectionActionProps) {
  return Object.entries(modules).map(([path, { SelectionAction }]) => (
    <SelectionAction key={path} {...props} />
  ))
}
