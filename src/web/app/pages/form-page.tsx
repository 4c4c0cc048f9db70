import { useQuery } from '@tanstack/react-query'
import { offeredModels } from '#core/models/rules/catalogue.ts'
import { CreatePage } from '#web/create/create-page.tsx'
import { accountQuery } from '#web/lib/account.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import type { PageProps } from '#web/shared/page.ts'
import { buttonStyle } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/feedback/notices.tsx'
import { useSectionsWithModels } from '../nav-lists.tsx'
import { samples } from '../samples/samples.ts'

// From here, because the bundler would split the form's code for a second place that loads it, and
// the first visit of a form would load more.
export { ModelPreview } from '#web/create/model-preview.tsx'

/** A form that needs only a prompt may start from one of the samples. */
const fromText = [
  'text-to-image',
  'text-to-video',
  'text-to-video-pro',
  'wan-v2-2-5b',
  'wan-v2-2-a14b',
]

/** Why a form has no model, with the way to the first one that has. */
function NoModel() {
  const { data: account } = useQuery(accountQuery)
  const [section] = useSectionsWithModels()
  const isLimited = account?.models != null
  const action = section && (
    <Link to={section.path} className={buttonStyle({ variant: 'primary' })}>
      {m.create_no_model_open({ name: section.label() })}
    </Link>
  )
  return (
    <EmptyState
      title={isLimited ? m.create_no_model_allowed() : m.create_no_model()}
      action={action}
    >
      <p>
        {!section
          ? m.create_no_model_any()
          : isLimited
            ? m.create_no_model_allowed_text()
            : m.create_no_model_text()}
      </p>
    </EmptyState>
  )
}

/** The form at a path. */
export function FormPage({ path, title, description, form }: PageProps) {
  if (!form) throw new Error(`There is no form at ${path}`)
  if (offeredModels(form.generationType).length === 0)
    return (
      <>
        <h1 className="sr-only">{title}</h1>
        <NoModel />
      </>
    )
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
