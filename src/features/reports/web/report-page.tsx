import { useMutation } from '@tanstack/react-query'
import { fetchJson } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useLocation } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Field, Input } from '#web/ui/controls/field.tsx'
import { Notice } from '#web/ui/feedback/notices.tsx'
import { type ReportReason, reportReasons } from '../rules.ts'
import { reportReasonText } from './report-reasons.ts'

type Report = { address: string; reason: ReportReason; text: string }

/** Reports a public result to the operator; `address` in the page's own fills in that of its file. */
export function ReportPage() {
  const { query } = useLocation()
  const sending = useMutation({
    mutationFn: (body: Report) => fetchJson('POST', '/api/reports', { body }),
  })
  const send = (form: FormData) => {
    const of = (name: string) => String(form.get(name) ?? '').trim()
    sending.mutate({
      address: of('address'),
      reason: of('reason') as ReportReason,
      text: of('text'),
    })
  }
  return (
    <div className="mx-auto flex w-full max-w-md flex-col gap-6 px-4 pt-6 pb-16">
      <h1 className="text-title">{m.report_title()}</h1>
      {sending.isSuccess ? (
        <Notice tone="good" announce="now">
          {m.report_received()}
        </Notice>
      ) : (
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            send(new FormData(event.currentTarget))
          }}
        >
          <p className="text-quiet">{m.report_text()}</p>
          <ReportFields address={query.address ?? ''} />
          {sending.error && (
            <Notice tone="bad" announce="now">
              {errorText(sending.error)}
            </Notice>
          )}
          <Button type="submit" variant="primary" busy={sending.isPending}>
            {m.report_send()}
          </Button>
        </form>
      )}
    </div>
  )
}

function ReportFields({ address }: { address: string }) {
  return (
    <>
      <Field label={m.report_address()} hint={m.report_address_hint()}>
        {(control) => (
          <Input
            {...control}
            name="address"
            defaultValue={address}
            maxLength={2048}
            required
            spellCheck={false}
            autoCapitalize="none"
          />
        )}
      </Field>
      <Field label={m.report_reason()}>
        {(control) => (
          <select
            {...control}
            name="reason"
            required
            defaultValue=""
            className="h-control w-full rounded-control border border-edge bg-ground px-3 text-body pointer-coarse:text-prompt"
          >
            <option value="" disabled>
              {m.report_reason_choose()}
            </option>
            {reportReasons.map((reason) => (
              <option key={reason} value={reason}>
                {reportReasonText(reason)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={m.report_note()}>
        {(control) => <Input {...control} name="text" maxLength={1000} />}
      </Field>
    </>
  )
}
