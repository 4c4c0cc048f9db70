import { m } from '#web/messages/compiled/messages.js'
import { type Page, pageFrom } from '#web/shared/page.ts'
import { reportPath } from '../rules.ts'

export const pages: Record<string, Page> = {
  [reportPath]: {
    ...pageFrom(async () => (await import('./report-page.tsx')).ReportPage),
    title: m.report_title,
    prerendered: 'reports/web/report-page.tsx',
  },
}
