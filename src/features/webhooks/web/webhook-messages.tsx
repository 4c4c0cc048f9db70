import { useMutation } from '@tanstack/react-query'
import { errorText } from '#web/lib/error-text.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import type { DeliveryView, EndpointView } from '../contract.ts'

/** How often the messages of an open list are fetched, in ms: they change without an event. */
export const messagesInterval = 3_000

/** Whether an endpoint receives messages, and why not. */
export function stateOf({
  disabled_reason: reason,
}: Pick<EndpointView, 'disabled_reason'>): string {
  if (reason === null) return m.webhooks_on()
  if (reason === 'gone') return m.webhooks_off_gone()
  return reason === 'failing' ? m.webhooks_off_failing() : m.webhooks_off()
}

/** What came of a message, in words. */
function outcomeOf(delivery: DeliveryView): string[] {
  const { status, next_attempt_at: next, attempts, http_status: answered, error } = delivery
  const parts = []
  if (status === 'delivered') parts.push(m.webhooks_delivered())
  else if (status === 'given_up') parts.push(m.webhooks_given_up())
  else if (next) parts.push(m.webhooks_waiting({ when: formatDateTime(next) }))
  if (answered !== null) parts.push(m.webhooks_status({ status: answered }))
  else if (error !== null) parts.push(error)
  if (attempts > 1) parts.push(m.webhooks_attempts({ count: attempts }))
  return parts
}

/** Says what came of a test. */
export function toastTest(sent: DeliveryView): void {
  if (sent.status === 'delivered') toast(m.webhooks_test_delivered())
  else
    toast(m.webhooks_test_failed(), {
      tone: 'bad',
      description: outcomeOf(sent).slice(1).join(' · '),
    })
}

type MessageListProps = {
  messages: readonly DeliveryView[]
  /** Sends one again, where the person may. */
  onRepeat: ((id: string) => Promise<unknown>) | null
}

/** The newest messages to an endpoint; those that ended can be sent again. */
export function MessageList({ messages, onRepeat }: MessageListProps) {
  if (messages.length === 0)
    return <p className="text-small text-quiet">{m.webhooks_messages_none()}</p>
  return (
    <ul className="flex max-h-96 flex-col divide-y divide-line overflow-y-auto rounded-control border border-line px-3">
      {messages.map((message) => (
        <Message key={message.id} message={message} onRepeat={onRepeat} />
      ))}
    </ul>
  )
}

type MessageProps = { message: DeliveryView; onRepeat: MessageListProps['onRepeat'] }

function Message({ message, onRepeat }: MessageProps) {
  const repeat = useMutation({
    mutationFn: async () => onRepeat?.(message.id),
    onSuccess: () => toast(m.webhooks_repeated()),
    onError: (error) => toast(errorText(error), { tone: 'bad' }),
  })
  return (
    <li className="flex items-center gap-3 py-2 text-small">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap gap-x-3">
          <code className="font-mono">{message.event}</code>
          <time dateTime={message.created_at} className="text-quiet">
            {formatDateTime(message.created_at)}
          </time>
        </p>
        <p className="text-quiet wrap-anywhere">{outcomeOf(message).join(' · ')}</p>
      </div>
      {onRepeat && message.status !== 'waiting' && (
        <Button
          size="small"
          variant="quiet"
          busy={repeat.isPending}
          onClick={() => repeat.mutate()}
        >
          {m.webhooks_repeat()}
        </Button>
      )}
    </li>
  )
}
