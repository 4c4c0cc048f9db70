import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { request } from '#web/lib/api.ts'
import { errorText, unlessGone } from '#web/lib/error-text.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notices.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { EndpointView, NewEndpointView } from '../contract.ts'
import { Messages } from './messages.tsx'
import { stateOf, toastTest } from './webhook-messages.tsx'
import { eventTexts, webhooksQuery } from './webhooks.ts'

type WebhookLineProps = { webhook: EndpointView; onSecret: (made: NewEndpointView) => void }

/** One webhook: its address, its events, whether it works, and what can be done with it. */
export function WebhookLine({ webhook, onSecret }: WebhookLineProps) {
  const [isOpen, setOpen] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const listId = useId()
  const { id, url, events, is_enabled: isEnabled } = webhook
  const acts = useActs(webhook, onSecret)
  return (
    <li className="flex flex-col gap-2 py-4" aria-label={url}>
      <p className="wrap-anywhere">{url}</p>
      <p className="text-small text-quiet">
        {[stateOf(webhook), ...events.map((event) => eventTexts[event]())].join(' · ')}
      </p>
      <div className="-ml-2 flex flex-wrap gap-1">
        <Button
          size="small"
          variant="quiet"
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => setOpen(!isOpen)}
        >
          {m.webhooks_messages()}
        </Button>
        <Button
          size="small"
          variant="quiet"
          busy={acts.test.isPending}
          onClick={() => acts.test.mutate()}
        >
          {m.webhooks_test()}
        </Button>
        <Button
          size="small"
          variant="quiet"
          busy={acts.secret.isPending}
          onClick={() => acts.secret.mutate()}
        >
          {m.webhooks_new_secret()}
        </Button>
        <Button
          size="small"
          variant="quiet"
          busy={acts.enable.isPending}
          onClick={() => acts.enable.mutate(!isEnabled)}
        >
          {isEnabled ? m.webhooks_disable() : m.webhooks_enable()}
        </Button>
        <Button size="small" variant="quiet" onClick={() => setAsking(true)}>
          {m.webhooks_delete()}
        </Button>
      </div>
      <div id={listId}>{isOpen && <Messages endpointId={id} />}</div>
      <DeleteDialog open={isAsking} webhook={webhook} onClose={() => setAsking(false)} />
    </li>
  )
}

/** What can be done with a webhook beside its deletion; errors are shown as messages. */
function useActs({ id }: EndpointView, onSecret: (made: NewEndpointView) => void) {
  const client = useQueryClient()
  const params = { id }
  const onError = (error: Error) => toast(errorText(error), { tone: 'bad' })
  const onSettled = () => client.invalidateQueries({ queryKey: webhooksQuery.queryKey })
  const test = useMutation({
    mutationFn: () => request('POST', '/api/account/webhooks/{id}/test', { params }),
    onSuccess: toastTest,
    ...{ onError, onSettled },
  })
  const enable = useMutation({
    mutationFn: (isEnabled: boolean) =>
      request('PATCH', '/api/account/webhooks/{id}', { params, body: { is_enabled: isEnabled } }),
    ...{ onError, onSettled },
  })
  const secret = useMutation({
    mutationFn: () => request('POST', '/api/account/webhooks/{id}/secret', { params }),
    onSuccess: (made) => {
      toast(m.webhooks_new_secret_text())
      onSecret(made)
    },
    onError,
  })
  return { test, enable, secret }
}

type DeleteDialogProps = { open: boolean; webhook: EndpointView; onClose: () => void }

function DeleteDialog({ open, webhook: { id, url }, onClose }: DeleteDialogProps) {
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () =>
      request('DELETE', '/api/account/webhooks/{id}', { params: { id } }).catch(unlessGone),
    onSuccess: () => {
      onClose()
      return client.invalidateQueries({ queryKey: webhooksQuery.queryKey })
    },
  })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      closeLabel={m.app_close()}
      title={m.webhooks_delete_title()}
      description={m.webhooks_delete_text({ url })}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {m.webhooks_keep()}
          </Button>
          <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
            {m.webhooks_delete()}
          </Button>
        </>
      }
    >
      {remove.error && (
        <Notice tone="bad" announce="now">
          {errorText(remove.error)}
        </Notice>
      )}
    </Dialog>
  )
}
