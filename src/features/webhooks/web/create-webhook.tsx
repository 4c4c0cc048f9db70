import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { CopyButton } from '#web/account/keys/code-block.tsx'
import { request } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Field, Input } from '#web/ui/controls/field.tsx'
import { Switch } from '#web/ui/controls/switch.tsx'
import { Notice } from '#web/ui/feedback/notices.tsx'
import type { CreateEndpoint, NewEndpointView } from '../contract.ts'
import { eventTexts, webhookEvents, webhooksQuery } from './webhooks.ts'

/** Creates a webhook: its address, and its events. */
export function CreateWebhookForm({ onMade }: { onMade: (made: NewEndpointView) => void }) {
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState(webhookEvents)
  const [isChecked, setChecked] = useState(false)
  const make = useMutation({
    mutationFn: (body: CreateEndpoint) => request('POST', '/api/account/webhooks', { body }),
    onSuccess: onMade,
    // A webhook whose answer was lost is in the list nevertheless.
    onSettled: () => void client.invalidateQueries({ queryKey: webhooksQuery.queryKey }),
  })
  const isAddress = /^https?:\/\/./.test(url.trim())

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (!isAddress) input.current?.focus()
    else if (events.length > 0 && !make.isPending) make.mutate({ url: url.trim(), events })
  }
  return (
    <form
      noValidate
      aria-label={m.webhooks_make_title()}
      onSubmit={submit}
      className="flex max-w-md flex-col gap-5"
    >
      <Field
        label={m.webhooks_url()}
        hint={m.webhooks_url_hint()}
        error={isChecked && !isAddress ? m.webhooks_url_missing() : undefined}
      >
        {(control) => (
          <Input
            {...control}
            ref={input}
            type="url"
            inputMode="url"
            maxLength={2_000}
            autoComplete="off"
            placeholder="https://example.com/atelier"
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
        )}
      </Field>
      <fieldset className="flex flex-col">
        <legend className="text-small font-medium text-quiet">{m.webhooks_events()}</legend>
        {webhookEvents.map((event) => (
          <Switch
            key={event}
            label={eventTexts[event]()}
            checked={events.includes(event)}
            onChange={(isOn) =>
              setEvents(
                webhookEvents.filter((each) => (each === event ? isOn : events.includes(each))),
              )
            }
          />
        ))}
        {isChecked && events.length === 0 && (
          <p role="alert" className="mt-1 text-small text-bad">
            {m.webhooks_events_missing()}
          </p>
        )}
      </fieldset>
      {make.error && (
        <Notice tone="bad" announce="now">
          {errorText(make.error, m.webhooks_make_no_answer())}
        </Notice>
      )}
      <div>
        <Button type="submit" variant="primary" busy={make.isPending}>
          {make.isPending ? m.webhooks_making() : m.webhooks_make()}
        </Button>
      </div>
    </form>
  )
}

/** The secret of a webhook, the only time that it is shown. */
export function NewSecret({ made, onDone }: { made: NewEndpointView; onDone: () => void }) {
  const place = useRef<HTMLElement>(null)
  useEffect(() => place.current?.focus(), [])
  const title = m.webhooks_secret_of({ url: made.url })
  return (
    <section
      ref={place}
      tabIndex={-1}
      aria-label={title}
      className="flex flex-col gap-4 outline-none"
    >
      <p className="font-medium wrap-anywhere">{title}</p>
      <div className="flex flex-wrap items-center gap-3 rounded-control border border-edge bg-raised py-2 pr-2 pl-3">
        <code className="min-w-0 flex-1 basis-56 font-mono text-body break-all">{made.secret}</code>
        <CopyButton text={made.secret} label={m.webhooks_secret_copy()} variant="primary" />
      </div>
      <Notice tone="warn">{m.webhooks_secret_once()}</Notice>
      <div>
        <Button onClick={onDone}>{m.webhooks_done()}</Button>
      </div>
    </section>
  )
}
