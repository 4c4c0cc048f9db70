import type { ComponentType } from 'react'
import type { DraftForm } from '../start/use-draft.ts'

/** What features add beside the title of a form. */
const modules = import.meta.glob<{ FormTool: ComponentType<{ form: DraftForm }> }>(
  '/src/features/*/web/form-tool.tsx',
  { eager: true },
)

/** The tools that features add to a form. */
export function FormTools({ form }: { form: DraftForm }) {
  return Object.entries(modules).map(([path, { FormTool }]) => <FormTool key={path} form={form} />)
}
