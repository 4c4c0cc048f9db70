import { AdminPage as Page } from '#web/features/admin/admin-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'

/** The operator's page; everybody else sees the not-found page. */
export function AdminPage() {
  return <Page nowhere={<NotFoundPage />} />
}
