import { useQuery, useQueryClient } from '@tanstack/react-query'
import { QueryResult } from '#web/account/account-layout.tsx'
import { request } from '#web/lib/api.ts'
import { m } from '#web/messages/compiled/messages.js'
import { MessageList } from './webhook-messages.tsx'
import { messagesQuery } from './webhooks.ts'

/** The newest messages to an endpoint. */
export function Messages({ endpointId }: { endpointId: string }) {
  const client = useQueryClient()
  const messages = useQuery(messagesQuery(endpointId))
  const repeat = (delivery: string) =>
    request('POST', '/api/account/webhooks/{id}/deliveries/{delivery}/repeat', {
      params: { id: endpointId, delivery },
    }).finally(() => client.invalidateQueries({ queryKey: messagesQuery(endpointId).queryKey }))
  return (
    <QueryResult
      query={messages}
      loading={m.webhooks_messages_loading()}
      failed={m.webhooks_messages_failed()}
    >
      {(found) => <MessageList messages={found} onRepeat={repeat} />}
    </QueryResult>
  )
}
