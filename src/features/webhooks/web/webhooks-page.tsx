import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AccountLayout, QueryResult, Section } from '#web/account/account-layout.tsx'
import { type Prefetch, prefetchedMs } from '#web/lib/navigation/prefetch.ts'
import { m } from '#web/messages/compiled/messages.js'
import type { NewEndpointView } from '../contract.ts'
import { CreateWebhookForm, NewSecret } from './create-webhook.tsx'
import { OwnMachine } from './own-machine.tsx'
import { WebhookLine } from './webhook-line.tsx'
import { webhooksQuery } from './webhooks.ts'

/** Fetches the webhooks. */
export const prefetchWebhooks: Prefetch = (client) =>
  client.prefetchQuery({ ...webhooksQuery, staleTime: prefetchedMs })

/** The account's webhooks. A secret is shown once, until the user leaves the page. */
export function WebhooksPage({ title }: { title: string }) {
  const [made, setMade] = useState<NewEndpointView>()
  return (
    <AccountLayout isBelow title={title} intro={m.webhooks_intro()}>
      {() => (
        <div className="mt-8">
          <Section title={m.webhooks_make_title()} hint={m.webhooks_make_hint()}>
            {made ? (
              <NewSecret key={made.secret} made={made} onDone={() => setMade(undefined)} />
            ) : (
              <CreateWebhookForm onMade={setMade} />
            )}
          </Section>
          <WebhookList onSecret={setMade} />
          <OwnMachine />
        </div>
      )}
    </AccountLayout>
  )
}

function WebhookList({ onSecret }: { onSecret: (made: NewEndpointView) => void }) {
  const webhooks = useQuery(webhooksQuery)
  return (
    <Section title={m.webhooks_yours()} hint={m.webhooks_yours_hint()}>
      <QueryResult query={webhooks} loading={m.webhooks_loading()} failed={m.webhooks_failed()}>
        {(found) =>
          found.length === 0 ? (
            <p className="text-quiet">{m.webhooks_none()}</p>
          ) : (
            <ul className="-my-4 flex flex-col divide-y divide-line">
              {found.map((webhook) => (
                <WebhookLine key={webhook.id} webhook={webhook} onSecret={onSecret} />
              ))}
            </ul>
          )
        }
      </QueryResult>
    </Section>
  )
}
