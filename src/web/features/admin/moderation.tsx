import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReportedResultView } from '#contract/admin/moderation.ts'
import type { ReportReason } from '#domain/report.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { reportReasonText } from '#web/shared/report-reasons.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field, Input } from '#web/ui/controls/field.tsx'
import { Badge } from '#web/ui/feedback/badge-and-progress.tsx'
import { ActionButton } from './action-dialog.tsx'
import { reportsQuery } from './admin-query.ts'
import { QueryResult, Section } from './admin-section.tsx'
import { BlockedHashes } from './blocked-hashes.tsx'
import { BlockedTerms } from './blocked-terms.tsx'
import { usePermissions } from './use-permission.ts'

/** Reported results with the decision about each, and the blocked terms. */
export function ModerationTab() {
  const may = usePermissions()
  return (
    <div className="flex flex-col gap-10">
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
      <BlockedHashes />
      {may('settings.read') && <BlockedTerms />}
    </div>
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

/** Blurred until the operator wants to see them. */
function ReportedFiles({ files }: Pick<ReportedResultView, 'files'>) {
  const [isShown, setShown] = useState(false)
  if (files.length === 0) return null
  return (
    <div className="flex w-64 shrink-0 flex-col gap-2">
      {files.map(({ url, content_type: type }) => {
        if (!isShown && !type.startsWith('image/')) return null
        if (type.startsWith('video/'))
          // biome-ignore lint/a11y/useMediaCaption: generated videos have none
          return <video key={url} src={url} controls className="w-full" />
        if (type.startsWith('audio/'))
          // biome-ignore lint/a11y/useMediaCaption: generated audio has none
          return <audio key={url} src={url} controls className="w-full" />
        return (
          <span key={url} className="block aspect-square overflow-hidden bg-raised">
            <img
              src={url}
              alt={m.admin_reports_file()}
              className={`size-full object-contain ${isShown ? '' : 'blur-2xl'}`}
            />
          </span>
        )
      })}
      <Button onClick={() => setShown(!isShown)} aria-pressed={isShown}>
        {isShown ? m.admin_reports_hide() : m.admin_reports_show()}
      </Button>
    </div>
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
      {may('results.remove') && (
        <ActionButton
          act={{
            title: m.admin_takedown(),
            text: m.admin_takedown_text(),
            path: `/api/admin/moderation/${id}/takedown`,
            isDanger: true,
            fields: (
              <Field label={m.admin_takedown_note()} hint={m.admin_takedown_note_hint()}>
                {(control) => <Input {...control} name="note" maxLength={1000} required />}
              </Field>
            ),
            body: (form) => ({ note: String(form.get('note') ?? '').trim() }),
          }}
        />
      )}
    </div>
  )
}
