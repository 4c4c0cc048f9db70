import { AdminPage as Page } from '#web/features/admin/admin-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'

/** The operator's page; to everybody else, that there is nothing here. */
export function AdminPage() {
  return <Page nowhere={<NotFoundPage />} />
}
