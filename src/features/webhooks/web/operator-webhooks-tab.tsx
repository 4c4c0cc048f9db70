import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { ActionButton } from '#web/admin/action-dialog.tsx'
import { adminKey, adminQuery, itemPath } from '#web/admin/admin-query.ts'
import { QueryResult } from '#web/admin/admin-section.tsx'
import { usePermissions } from '#web/admin/use-permission.ts'
import { fetchJson } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Input } from '#web/ui/controls/field.tsx'
import { Notice } from '#web/ui/feedback/notices.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import type {
  AdminDeliveriesView,
  AdminWebhook,
  AdminWebhooksView,
  NewAdminWebhook,
} from '../admin-contract.ts'
import type { DeliveryView } from '../contract.ts'
import { eventTexts, SaveWebhook } from './save-operator-webhook.tsx'
import { MessageList, stateOf, toastTest } from './webhook-messages.tsx'

/** The server disables them without an event. */
const webhooksQuery = adminQuery<AdminWebhooksView>('webhooks', { isLive: true })
const webhookMessagesQuery = (id: string) =>
  adminQuery<AdminDeliveriesView>(`${itemPath('webhooks', id)}/deliveries`, { isLive: true })

/** Webhooks of operators with their messages, and buttons to create and change them. */
export function WebhooksTab() {
  const mayChange = usePermissions()('webhooks.change')
  const [made, setMade] = useState<NewAdminWebhook>()
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <p className="max-w-prose text-quiet">{m.admin_webhooks_text()}</p>
        {mayChange && <SaveWebhook onCreated={setMade} />}
      </div>
      {made && <NewSecret key={made.secret} made={made} />}
      <QueryResult query={useQuery(webhooksQuery)}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="text-quiet">{m.admin_webhooks_none()}</p>
          ) : (
            <ul className="flex flex-col divide-y divide-line border-y border-line">
              {data.map((webhook) => (
                <WebhookLine
                  key={webhook.id}
                  webhook={webhook}
                  mayChange={mayChange}
                  onSecret={setMade}
                />
              ))}
            </ul>
          )
        }
      </QueryResult>
    </div>
  )
}

/** The secret of a webhook, selected with one press: it is not shown again. */
function NewSecret({ made: { url, secret } }: { made: NewAdminWebhook }) {
  const id = useId()
  return (
    <Notice tone="good" announce="politely" title={m.webhooks_secret_of({ url })}>
      <label htmlFor={id} className="block pb-2">
        {m.webhooks_secret_once()}
      </label>
      <Input id={id} readOnly value={secret} onFocus={(event) => event.currentTarget.select()} />
    </Notice>
  )
}

type WebhookLineProps = {
  webhook: AdminWebhook
  mayChange: boolean
  onSecret: (made: NewAdminWebhook) => void
}

function WebhookLine({ webhook, mayChange, onSecret }: WebhookLineProps) {
  const [isOpen, setOpen] = useState(false)
  const listId = useId()
  const { id, url, events } = webhook
  return (
    <li className="flex flex-col gap-3 py-4" aria-label={url}>
      <div>
        <p className="font-medium wrap-anywhere">{url}</p>
        <p className="text-small text-quiet">
          {[stateOf(webhook), ...events.map((event) => eventTexts[event]())].join(' · ')}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          aria-label={m.admin_webhook_messages_name({ url })}
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => setOpen(!isOpen)}
        >
          {m.webhooks_messages()}
        </Button>
        {mayChange && <WebhookActions webhook={webhook} onSecret={onSecret} />}
      </div>
      <div id={listId}>{isOpen && <Messages id={id} mayChange={mayChange} />}</div>
    </li>
  )
}

function WebhookActions({ webhook, onSecret }: Omit<WebhookLineProps, 'mayChange'>) {
  const client = useQueryClient()
  const { id, url, is_enabled: isEnabled } = webhook
  const path = `/api/admin/webhooks/${id}`
  const test = useMutation({
    mutationFn: () => fetchJson<DeliveryView>('POST', `${path}/test`, { body: {} }),
    onSuccess: toastTest,
    onError: (error) => toast(errorText(error), { tone: 'bad' }),
    onSettled: () => client.invalidateQueries({ queryKey: adminKey }),
  })
  return (
    <>
      <Button
        aria-label={m.admin_webhook_test_name({ url })}
        busy={test.isPending}
        onClick={() => test.mutate()}
      >
        {m.webhooks_test()}
      </Button>
      <SaveWebhook webhook={webhook} />
      <ActionButton
        act={{
          title: m.webhooks_new_secret(),
          name: m.admin_webhook_secret_name({ url }),
          text: m.webhooks_new_secret_text(),
          path: `${path}/secret`,
          body: () => ({}),
          onDone: onSecret,
        }}
      />
      <ActionButton
        act={{
          title: isEnabled ? m.webhooks_disable() : m.webhooks_enable(),
          name: isEnabled
            ? m.admin_webhook_disable_name({ url })
            : m.admin_webhook_enable_name({ url }),
          ...(isEnabled && { text: m.admin_webhook_disable_text() }),
          ...{ method: 'PATCH', path, body: () => ({ is_enabled: !isEnabled }) },
        }}
      />
      <ActionButton
        act={{
          title: m.webhooks_delete(),
          name: m.admin_webhook_delete_name({ url }),
          text: m.webhooks_delete_text({ url }),
          path: `${path}/delete`,
          body: () => ({}),
          isDanger: true,
        }}
      />
    </>
  )
}

function Messages({ id, mayChange }: { id: string; mayChange: boolean }) {
  const client = useQueryClient()
  const repeat = (delivery: string) =>
    fetchJson('POST', `/api/admin/webhooks/${id}/deliveries/${delivery}/repeat`, {
      body: {},
    }).finally(() => client.invalidateQueries({ queryKey: adminKey }))
  return (
    <QueryResult query={useQuery(webhookMessagesQuery(id))}>
      {({ data }) => <MessageList messages={data} onRepeat={mayChange ? repeat : null} />}
    </QueryResult>
  )
}
