import type { Model } from '#core/models/rules/model.ts'
import { AdminPage as Page } from '#web/admin/admin-page.tsx'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import { NotFoundPage } from './not-found-page.tsx'

const ModelPreview = lazyPart(async () => (await import('./form-page.tsx')).ModelPreview)

const renderPreview = (model: Model) => <ModelPreview model={model} />

/** The operator's page; everybody else sees the not-found page. */
export function AdminPage() {
  return <Page nowhere={<NotFoundPage />} renderPreview={renderPreview} />
}
