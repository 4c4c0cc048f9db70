import { CreatePage } from '#web/features/create/create-page.tsx'
import type { PageProps } from '#web/routes.ts'
import { samples } from '../samples/samples.ts'

/** A form that needs only a prompt may start from one of the samples. */
const fromText = [
  'text-to-image',
  'text-to-video',
  'text-to-video-pro',
  'wan-v2-2-5b',
  'wan-v2-2-a14b',
]

/** The form at a path. */
export function FormPage({ path, title, description, form }: PageProps) {
  if (!form) throw new Error(`There is no form at ${path}`)
  return (
    <CreatePage
      generationType={form.generationType}
      modelId={form.model}
      title={title}
      description={description}
      examples={fromText.includes(form.generationType) ? samples : []}
    />
  )
}
