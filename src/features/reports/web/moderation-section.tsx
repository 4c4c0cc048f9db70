import { useQuery } from '@tanstack/react-query'
import { TakedownButton } from '#features/moderation/web/public.tsx'
import { ActionButton } from '#web/admin/action-dialog.tsx'
import { adminQuery } from '#web/admin/admin-query.ts'
import { QueryResult, Section } from '#web/admin/admin-section.tsx'
import { usePermissions } from '#web/admin/use-permission.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { Badge } from '#web/ui/feedback/badge-and-progress.tsx'
import type { ReportedResultView, ReportsView } from '../contract.ts'
import type { ReportReason } from '../rules.ts'
import { reportReasonText } from './report-reasons.ts'
import { ReportedFiles } from './reported-files.tsx'

const reportsQuery = adminQuery<ReportsView>('moderation', { isLive: true })

/** Reported results with the decision about each. */
export function ModerationSection() {
  return (
    <Section title={m.admin_reports()}>
      <QueryResult query={useQuery(reportsQuery)}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="text-quiet">{m.admin_reports_none()}</p>
          ) : (
            <ul className="flex flex-col gap-6">
              {data.map((reported) => (
                <Reported key={reported.id} reported={reported} />
              ))}
            </ul>
          )
        }
      </QueryResult>
    </Section>
  )
}

function Reported({ reported }: { reported: ReportedResultView }) {
  const { id, account, prompt, answer, count, reasons, notes, first_at } = reported
  return (
    <li className="flex flex-col gap-4 border-t border-line pt-6 md:flex-row">
      <ReportedFiles files={reported.files} />
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        <p className="flex flex-wrap gap-2">
          {Object.entries(reasons).map(([reason, times]) => (
            <Badge key={reason} tone="bad">
              {reportReasonText(reason as ReportReason)} · {times}
            </Badge>
          ))}
        </p>
        <p className="line-clamp-4 wrap-anywhere">{answer ?? prompt}</p>
        {notes.length > 0 && (
          <ul className="flex flex-col gap-1 border-l-2 border-line pl-3 text-quiet">
            {notes.map((note, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two people may write the same
              <li key={index} className="whitespace-pre-line wrap-anywhere">
                {note}
              </li>
            ))}
          </ul>
        )}
        <p className="text-small text-quiet">
          <Link to={`/admin/accounts/${account.id}`} className="underline wrap-anywhere">
            {account.email}
          </Link>{' '}
          · {m.admin_reports_count({ count })} · {formatDateTime(first_at)}
        </p>
        <Decisions id={id} />
      </div>
    </li>
  )
}

function Decisions({ id }: { id: string }) {
  const may = usePermissions()
  return (
    <div className="flex flex-wrap gap-2">
      {may('reports.dismiss') && (
        <ActionButton
          act={{
            title: m.admin_reports_dismiss(),
            text: m.admin_reports_dismiss_text(),
            path: `/api/admin/moderation/${id}/dismiss`,
            body: () => ({}),
          }}
        />
      )}
      {may('results.remove') && <TakedownButton id={id} />}
    </div>
  )
}
