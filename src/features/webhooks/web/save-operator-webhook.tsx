import { useState } from 'react'
import { type OperatorEvent, operatorEvents } from '#core/operators/rules.ts'
import { ActionButton } from '#web/admin/action-dialog.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { Field, Input } from '#web/ui/controls/field.tsx'
import type { AdminWebhook, NewAdminWebhook } from '../admin-contract.ts'

/** The text of each event. */
export const eventTexts: Record<OperatorEvent, () => string> = {
  'generation.failed': m.admin_webhook_event_generation,
  'alert.created': m.admin_webhook_event_alert,
  'account.created': m.admin_webhook_event_account,
  'report.created': m.admin_webhook_event_report,
  'result.removed': m.admin_webhook_event_removed,
  'payment.paid': m.admin_webhook_event_paid,
  'payment.disputed': m.admin_webhook_event_disputed,
  'payment.refunded': m.admin_webhook_event_refunded,
  'outage.began': m.admin_webhook_event_outage_began,
  'outage.ended': m.admin_webhook_event_outage_ended,
}

type Wrong = 'url' | 'events'

type SaveWebhookProps = { webhook?: AdminWebhook; onCreated?: (made: NewAdminWebhook) => void }

/** Asks for the address and the events of a webhook. `webhook`: the one that is changed. */
export function SaveWebhook({ webhook, onCreated }: SaveWebhookProps) {
  const [wrong, setWrong] = useState<readonly Wrong[]>([])
  const read = (form: FormData) => {
    const url = String(form.get('url') ?? '').trim()
    const events = form.getAll('events').map(String)
    const invalid: Wrong[] = [
      ...(/^https?:\/\/./.test(url) ? [] : (['url'] as const)),
      ...(events.length > 0 ? [] : (['events'] as const)),
    ]
    setWrong(invalid)
    return invalid.length > 0 ? null : { url, events }
  }
  const fields = <WebhookFields webhook={webhook} wrong={wrong} />
  return (
    <ActionButton
      act={
        webhook
          ? {
              title: m.admin_webhook_change(),
              name: m.admin_webhook_change_name({ url: webhook.url }),
              method: 'PATCH',
              path: `/api/admin/webhooks/${webhook.id}`,
              ...{ fields, body: read },
            }
          : {
              title: m.admin_webhook_new(),
              path: '/api/admin/webhooks',
              ...{ fields, body: read },
              ...(onCreated && { onDone: onCreated }),
            }
      }
    />
  )
}

type WebhookFieldsProps = { webhook: AdminWebhook | undefined; wrong: readonly Wrong[] }

function WebhookFields({ webhook, wrong }: WebhookFieldsProps) {
  return (
    <>
      <Field
        label={m.webhooks_url()}
        hint={m.webhooks_url_hint()}
        error={wrong.includes('url') ? m.webhooks_url_missing() : undefined}
      >
        {(control) => (
          <Input
            {...control}
            name="url"
            type="url"
            inputMode="url"
            maxLength={2_000}
            autoComplete="off"
            placeholder="https://example.com/atelier"
            defaultValue={webhook?.url}
          />
        )}
      </Field>
      <fieldset>
        <legend className="pb-1.5 text-small font-medium text-quiet">
          {m.admin_webhook_events()}
        </legend>
        <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
          {operatorEvents.map((event) => (
            <label key={event} className="flex min-h-6 items-center gap-2 pointer-coarse:min-h-11">
              <input
                type="checkbox"
                name="events"
                value={event}
                defaultChecked={webhook?.events.includes(event) ?? true}
                className="size-4 accent-accent"
              />
              {eventTexts[event]()}
            </label>
          ))}
        </div>
        {wrong.includes('events') && (
          <p role="alert" className="mt-1 text-small text-bad">
            {m.webhooks_events_missing()}
          </p>
        )}
      </fieldset>
    </>
  )
}
